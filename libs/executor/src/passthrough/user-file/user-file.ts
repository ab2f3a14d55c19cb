import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../../ids.ts';
import { isGone, parseOwnerName } from '../../spool/place.ts';
import type { OwnServers } from '../strategy.ts';
import { underLock } from './lock.ts';
import { mergedText, withoutOurs } from './merge.ts';
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

/**
 * How a file was left: `restored` byte for byte, `unmerged` from what somebody else changed meanwhile, or `kept` as it is, where
 * ours cannot be told apart in it, with the original beside it at `backup`.
 */
export type Restoring =
  | { readonly kind: 'restored' | 'unmerged' | 'held'; readonly file: string }
  | { readonly kind: 'kept'; readonly file: string; readonly backup: string };

export interface UserFilePlace {
  /** The directory of this user's state. */
  readonly state: string;
  /** This process. */
  readonly owner: string;
  readonly file: string;
  readonly member: string;
}

const lockOf = (path: string): string => `${path}.lock`;

const isLive = ({ owner }: { readonly owner: string }): boolean => {
  const parsed = parseOwnerName(owner);
  return parsed !== null && !isGone(parsed);
};

/** In the place of the file, whole or not at all. */
async function replaceFile(file: string, content: string | Buffer, mode: number): Promise<void> {
  const fresh = join(dirname(file), `.witness-${newId()}`);
  try {
    await writeFile(fresh, content, { mode: 0o600, flag: 'wx', flush: true });
    await chmod(fresh, mode);
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

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

async function putBack({ file, original, made }: MergeRecord): Promise<void> {
  if (original !== null) {
    await replaceFile(file, Buffer.from(original.bytes, 'base64'), original.mode);
    await utimes(file, original.atimeMs / 1000, original.mtimeMs / 1000);
    return;
  }
  await rm(file, { force: true });
  for (const directory of made) await rmdir(directory).catch(() => undefined);
}

async function restore(path: string, record: MergeRecord): Promise<Restoring> {
  const { file, original, written } = record;
  const current = await readText(file);
  const isUntouched = current === originalText(record);
  if (current === null || isUntouched || written.includes(current)) {
    // A file that somebody took away meanwhile is not brought back.
    if (current !== null && !isUntouched) await putBack(record);
    await dropRecord(path);
    return { kind: 'restored', file };
  }
  const rest = withoutOurs(current, record);
  if (rest !== null) {
    await replaceFile(file, rest, original?.mode ?? 0o644);
    await dropRecord(path);
    return { kind: 'unmerged', file };
  }
  const backup = `${file}.before-witness`;
  if (original !== null) await replaceFile(backup, Buffer.from(original.bytes, 'base64'), 0o600);
  await dropRecord(path);
  return { kind: 'kept', file, backup };
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

/** Restores what runs that were killed left merged. */
export async function restoreUserFiles(state: string, owner: string): Promise<readonly Restoring[]> {
  const names = await readdir(recordsDirectory(state)).catch(() => []);
  const restored: Restoring[] = [];
  for (const name of names) {
    const path = join(recordsDirectory(state), name);
    if (name.endsWith('.new')) await unlink(path).catch(() => undefined);
    if (!name.endsWith('.json')) continue;
    await underLock(lockOf(path), owner, async () => {
      const record = await readRecord(path);
      if (record !== null && !record.holders.some(isLive)) restored.push(await restore(path, record));
    });
  }
  return restored;
}
