import { mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../ids.ts';
import { isGone, parseOwnerName } from '../../spool/place.ts';

const patienceMs = 10_000;

const isHeldByNobody = (text: string): boolean => {
  const owner = parseOwnerName(text.trim());
  return owner !== null && isGone(owner);
};

/** Takes the lock of a process that is gone out of the way. */
async function breakLock(lock: string): Promise<void> {
  const held = await readFile(lock, 'utf8').catch(() => '');
  if (!isHeldByNobody(held)) return;
  const aside = `${lock}.${newId()}`;
  await rename(lock, aside).then(
    () => rm(aside, { force: true }),
    () => undefined,
  );
}

/** Does something while no other process does it under the same lock. Rejects when the lock is not had within ten seconds. */
export async function underLock<Result>(
  lock: string,
  owner: string,
  act: () => Promise<Result>,
): Promise<Result> {
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      await writeFile(lock, owner, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || Date.now() > until) throw error;
      await breakLock(lock);
      await delay(20);
    }
  }
  try {
    return await act();
  } finally {
    await unlink(lock).catch(() => undefined);
  }
}
