import { readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../src/ids.ts';
import { underLock } from '../../src/passthrough/user-file/lock.ts';
import { ownerName, thisProcess } from '../../src/spool/place.ts';
import { withDirectory } from '../directory.ts';
import { goneOwner } from './gone-owner.ts';

const withLock = (use: (lock: string) => Promise<void>): Promise<void> =>
  withDirectory((directory) => use(join(directory, 'a.lock')));

const liveOwner = (): string => ownerName(thisProcess(newId()));

describe("a lock of a user's file", () => {
  it('of a process that is gone is taken by one at a time', () =>
    withLock(async (lock) => {
      for (let round = 0; round < 10; round++) {
        await writeFile(lock, goneOwner());
        let inside = 0;
        const most: number[] = [];
        const act = async (): Promise<void> => {
          most.push(++inside);
          await readdir(dirname(lock));
          inside--;
        };
        const come = async (late: number): Promise<void> => {
          for (let turn = 0; turn < late; turn++) await readdir(dirname(lock));
          await underLock(lock, liveOwner(), act);
        };
        await Promise.all(Array.from({ length: 16 }, (_, late) => come(late)));
        expect(most).toEqual(Array<number>(16).fill(1));
      }
      expect(await readdir(dirname(lock))).toEqual([]);
    }));

  it.each(['', 'no owner'])('that says %j for long is held by nobody', (text) =>
    withLock(async (lock) => {
      await writeFile(lock, text);
      await utimes(lock, 1, 1);
      expect(await underLock(lock, liveOwner(), () => Promise.resolve('done'))).toBe('done');
    }),
  );

  it('is broken also where a process was killed while it did so', () =>
    withLock(async (lock) => {
      await writeFile(lock, goneOwner());
      await writeFile(`${lock}.break`, goneOwner());
      expect(await underLock(lock, liveOwner(), () => Promise.resolve('done'))).toBe('done');
      expect(await readdir(dirname(lock))).toEqual([]);
    }));
});
