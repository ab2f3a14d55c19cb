import { readFile } from 'node:fs/promises';
import { readServers } from '../json-form.ts';
import type { OwnServers } from '../strategy.ts';
import { withoutOurs } from './merge.ts';
import { type MergeRecord, originalText } from './record.ts';

/** Null: it is not there. */
export async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A run's servers after the user's own went from `before` to `now`: it decided nothing about those that are new. */
const withUsers = (servers: OwnServers, before: OwnServers, now: OwnServers): OwnServers => {
  const stay = Object.entries(servers).filter(
    ([name]) => Object.hasOwn(now, name) || !Object.hasOwn(before, name),
  );
  const fresh = Object.entries(now).filter(([name]) => !Object.hasOwn(before, name));
  return Object.fromEntries([...stay, ...fresh]);
};

/**
 * The record of a merged file that somebody may have changed since we wrote it: what they made of it, without ours, is then
 * what there is to restore. Rejects where ours cannot be told apart in it.
 */
export async function asUsersLeftIt(record: MergeRecord): Promise<MergeRecord> {
  const { file, member, original, written, holders } = record;
  const current = await readText(file);
  const before = originalText(record);
  if (current === null || current === before || written.includes(current)) return record;
  const text = withoutOurs(current, record);
  if (text === null) throw new Error('The merged file was changed meanwhile, and is no JSON any more.');
  const now = Date.now();
  const bytes = Buffer.from(text).toString('base64');
  const servers = (of: string | null): OwnServers => readServers(member, of) ?? {};
  return {
    ...record,
    original: { mode: original?.mode ?? 0o644, atimeMs: now, mtimeMs: now, bytes },
    holders: holders.map((holder) => ({
      ...holder,
      servers: withUsers(holder.servers, servers(before), servers(text)),
    })),
  };
}
