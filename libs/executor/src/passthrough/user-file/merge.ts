import { canonicalJson } from '@mcp-witness/evidence';
import { readServers, writeServers } from '../json-form.ts';
import type { OwnServers } from '../strategy.ts';
import { type MergeRecord, originalText } from './record.ts';

const same = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

const own = (servers: OwnServers, name: string): boolean => Object.hasOwn(servers, name);

/** What the file has for all that hold it: a server of the user's stays where all keep it, and of a name the newest counts. */
function mergedServers(record: Omit<MergeRecord, 'written'>): OwnServers {
  const { member, holders } = record;
  const users = readServers(member, originalText(record)) ?? {};
  const all = Object.fromEntries(holders.flatMap(({ servers }) => Object.entries(servers)));
  const kept = Object.entries(all).filter(
    ([name]) => !own(users, name) || holders.every(({ servers }) => own(servers, name)),
  );
  return Object.fromEntries(kept);
}

export const mergedText = (record: Omit<MergeRecord, 'written'>): string =>
  writeServers(record.member, originalText(record), mergedServers(record));

/**
 * What somebody else made of the merged file, without what is ours in it: servers that still stand as we wrote them go, or
 * are again what they were, and those that were left out come back. Null: it cannot be told apart any more.
 */
export function withoutOurs(current: string, record: MergeRecord): string | null {
  const { member } = record;
  const now = readServers(member, current);
  const users = readServers(member, originalText(record)) ?? {};
  const ours = record.written.map((text) => readServers(member, text) ?? {});
  if (now === null) return null;
  const result: Record<string, unknown> = {};
  for (const [name, server] of Object.entries(now)) {
    const isOurs = ours.some((written) => own(written, name) && same(written[name], server));
    if (!isOurs) result[name] = server;
    else if (own(users, name)) result[name] = users[name];
  }
  for (const [name, server] of Object.entries(users)) {
    if (!own(now, name) && ours.some((written) => !own(written, name))) result[name] = server;
  }
  return writeServers(member, current, result);
}
