import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isGone, parseOwnerName } from '../../spool/place.ts';
import type { OwnServers } from '../strategy.ts';
import { isOlder, underLock } from './lock.ts';
import { mergedText } from './merge.ts';
import { asUsersLeftIt, readText } from './rebase.ts';
import {
  dropRecord,
  type MergeRecord,
  originalText,
  readRecord,
  recordPath,
  recordsDirectory,
  writeRecord,
} from './record.ts';
import { type Restoring, restore } from './restore.ts';
import { replaceFile } from './write-file.ts';

export interface UserFilePlace {
  /** The directory of this user's state. */
  readonly state: string;
  /** This process. */
  readonly owner: string;
  readonly file: string;
  readonly member: string;
}

/** So old, a file that was to take the place of another is one of a process that was killed. */
const unfinishedAfterMs = 60_000;

const lockOf = (path: string): string => `${path}.lock`;

const isLive = ({ owner }: { readonly owner: string }): boolean => {
  const parsed = parseOwnerName(owner);
  return parsed !== null && !isGone(parsed);
};

/** Innermost first. */
async function makeDirectories(directory: string): Promise<readonly string[]> {
  const first = await mkdir(directory, { recursive: true });
  if (first === undefined) return [];
  const made = [directory];
  while (made.at(-1) !== first) made.push(dirname(made.at(-1) ?? first));
  return made;
}

async function originalOf(file: string): Promise<MergeRecord['original']> {
  try {
    const bytes = (await readFile(file)).toString('base64');
    const { mode, atimeMs, mtimeMs } = await stat(file);
    return { bytes, mode: mode & 0o777, atimeMs, mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Without those that are gone; one that nobody holds any more is restored first. */
async function liveRecord(path: string): Promise<MergeRecord | null> {
  const record = await readRecord(path);
  if (record === null) return null;
  const holders = record.holders.filter(isLive);
  if (holders.length > 0) return asUsersLeftIt({ ...record, holders });
  await restore(path, record);
  return null;
}

/** What the user's file holds without anything of ours. */
export async function usersText({
  state,
  file,
}: Pick<UserFilePlace, 'state' | 'file'>): Promise<string | null> {
  const record = await readRecord(recordPath(state, file));
  return record === null ? readText(file) : originalText(await asUsersLeftIt(record));
}

/** Gives the file these servers for as long as this process holds it. What it was is on disk before it is touched. */
export async function mergeUserFile(place: UserFilePlace, servers: OwnServers): Promise<void> {
  const { state, owner, file, member } = place;
  const path = recordPath(state, file);
  await underLock(lockOf(path), owner, async () => {
    const live = await liveRecord(path);
    const holders = [...(live?.holders ?? []), { owner, servers }];
    const original = live === null ? await originalOf(file) : live.original;
    const made = [...(await makeDirectories(dirname(file))), ...(live?.made ?? [])];
    const record = { file, member, original, made, holders };
    const written = mergedText(record);
    await writeRecord(path, { ...record, written: [...(live?.written.slice(-1) ?? []), written] });
    try {
      await replaceFile(file, written, 0o600);
    } catch (error) {
      if (live === null) await dropRecord(path);
      else await writeRecord(path, live);
      throw error;
    }
  });
}

/** This process holds the file no longer: it is restored, or stays for those that hold it still. */
export async function releaseUserFile({ state, owner, file }: UserFilePlace): Promise<Restoring> {
  const path = recordPath(state, file);
  return underLock(lockOf(path), owner, async () => {
    const record = await readRecord(path);
    if (record === null) return { kind: 'restored', file };
    const holders = record.holders.filter((holder) => holder.owner !== owner && isLive(holder));
    if (holders.length === 0) return restore(path, record);
    const left = { ...record, holders };
    const current = await readText(file);
    const written = mergedText(left);
    const isAsWritten = current !== null && record.written.includes(current);
    await writeRecord(path, isAsWritten ? { ...left, written: [current, written] } : left);
    if (isAsWritten) await replaceFile(file, written, 0o600);
    return { kind: 'held', file };
  });
}

/** What became of a file that a killed run left merged. `failed`: it is as it was left, and the next run tries again. */
export type Leftover =
  Restoring | { readonly kind: 'failed'; readonly file: string; readonly error: unknown };

async function restoreLeftover(path: string, owner: string): Promise<Leftover | null> {
  const left = await readRecord(path);
  if (left === null || left.holders.some(isLive)) return null;
  try {
    return await underLock(lockOf(path), owner, async () => {
      const record = await readRecord(path);
      return record === null || record.holders.some(isLive) ? null : restore(path, record);
    });
  } catch (error) {
    return { kind: 'failed', file: left.file, error };
  }
}

/** Restores what runs that were killed left merged, each whatever becomes of the others. */
export async function restoreUserFiles(state: string, owner: string): Promise<readonly Leftover[]> {
  const names = await readdir(recordsDirectory(state)).catch(() => []);
  const leftovers: Leftover[] = [];
  for (const name of names) {
    const path = join(recordsDirectory(state), name);
    if (name.endsWith('.new') && (await isOlder(path, unfinishedAfterMs)))
      await unlink(path).catch(() => undefined);
    const leftover = name.endsWith('.json') ? await restoreLeftover(path, owner) : null;
    if (leftover !== null) leftovers.push(leftover);
  }
  return leftovers;
}
