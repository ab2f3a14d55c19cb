import { link, mkdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../ids.ts';
import { isGone, parseOwnerName } from '../../spool/place.ts';

const patienceMs = 10_000;
/** Nobody needs so long between making a file and writing a line to it. */
const writtenWithinMs = 5000;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Whether it was last written so long ago. False where it is not there. */
export async function isOlder(path: string, ms: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ms;
}

async function isHeldByNobody(lock: string): Promise<boolean> {
  const text = await readFile(lock, 'utf8').catch(() => null);
  if (text === null) return false;
  const owner = parseOwnerName(text.trim());
  return owner === null ? isOlder(lock, writtenWithinMs) : isGone(owner);
}

/** With its owner in it from the first moment on, but on file systems without links. False: another has it. */
async function take(lock: string, owner: string): Promise<boolean> {
  const aside = `${lock}.${newId()}.new`;
  try {
    await writeFile(aside, owner, { flag: 'wx', mode: 0o600 });
    await link(aside, lock).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      return writeFile(lock, owner, { flag: 'wx', mode: 0o600 });
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/**
 * Takes the lock of a process that is gone away. Who does that holds a lock for it and looks once more: else two that saw the
 * same might take away one after the other, the second the lock that somebody has by then.
 */
async function breakLock(lock: string, owner: string): Promise<void> {
  if (!(await isHeldByNobody(lock))) return;
  const breaking = `${lock}.break`;
  if (!(await take(breaking, owner))) return breakLock(breaking, owner);
  try {
    if (await isHeldByNobody(lock)) await unlink(lock);
  } finally {
    await unlink(breaking).catch(() => undefined);
  }
}

/** Does something while no other process does it under the same lock. Rejects when the lock is not had within ten seconds. */
export async function underLock<Result>(
  lock: string,
  owner: string,
  act: () => Promise<Result>,
): Promise<Result> {
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  const until = Date.now() + patienceMs;
  while (!(await take(lock, owner))) {
    if (Date.now() > until) {
      throw new Error(`Another process holds ${lock} for long; where none runs, delete that file.`);
    }
    await breakLock(lock, owner);
    await delay(20);
  }
  try {
    return await act();
  } finally {
    await unlink(lock).catch(() => undefined);
  }
}
