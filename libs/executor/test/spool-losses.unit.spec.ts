import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { newId } from '../src/ids.ts';
import { seen } from '../src/journal/fact.ts';
import { createProducer } from '../src/journal/producer.ts';
import { openFileStore } from '../src/spool/file-store.ts';
import { adopt, listSpools, type Orphan } from '../src/spool/orphans.ts';
import { spoolFileName, thisHost, thisProcess } from '../src/spool/place.ts';
import { createSpool, type Spool } from '../src/spool/spool.ts';
import { written } from '../src/spool/store.ts';
import { withDirectory } from './directory.ts';
import { drain, idsOf, someEvents } from './events.ts';
import { ofType } from './run.ts';

const limits = { fileBytes: 8000, memoryBytes: 0, reserveBytes: 8000 };

async function open(path: string): Promise<Spool> {
  const losses = createProducer('spool');
  return createSpool({
    file: await openFileStore(path),
    limits,
    lossEvent: (attempt, count, reason_code) =>
      losses.event(attempt, seen('evidence-lost', { count, reason_code })),
    onKept: () => undefined,
  });
}

const lossOf = (attempt: string): ((count: number) => EvidenceEvent) => {
  const first = createProducer('spool').event(
    attempt,
    seen('evidence-lost', { count: 0, reason_code: 'spool_full' }),
  );
  return (count) => ({ ...first, data: { ...first.data, count } }) as EvidenceEvent;
};

/** Takes the file over as it would be found if its executor had been killed now. */
async function takeOver(path: string, directory: string): Promise<Orphan> {
  const owner = { ...thisProcess(newId()), started: '1' };
  const left = join(directory, spoolFileName(owner));
  await copyFile(path, left);
  const { size } = await stat(left);
  const file = { path: left, owner, bytes: size, orphaned: true };
  return (await adopt(file, directory, thisProcess(newId())))!;
}

async function leftIn(path: string, directory: string): Promise<readonly EvidenceEvent[]> {
  const orphan = await takeOver(path, directory);
  const events = await drain(orphan);
  await orphan.finish();
  return events;
}

const countsIn = (events: readonly EvidenceEvent[]): readonly number[] =>
  ofType(events, 'evidence-lost').map(({ data }) => data.count);

describe('what a full spool lost, when its executor is killed', () => {
  it('is told as it stood after each drop', async () => {
    await withDirectory(async (directory) => {
      const path = join(directory, 'file');
      const spool = await open(path);
      const events = someEvents(60);
      await spool.keep(events.slice(0, 1), true);
      for (const event of events.slice(1)) {
        await spool.keep([event], false);
        expect(countsIn(await leftIn(path, directory))).toEqual(spool.lost > 0 ? [spool.lost] : []);
      }
      expect(spool.lost).toBeGreaterThan(20);
      await spool.close();
    });
  });

  it('is told once, and by the same event, however often its spool is taken over', async () => {
    await withDirectory(async (directory) => {
      const path = join(directory, 'file');
      const spool = await open(path);
      for (const event of someEvents(50)) await spool.keep([event], false);
      const [first, second] = [await leftIn(path, directory), await leftIn(path, directory)];
      expect(second).toEqual(first);

      let orphan = await takeOver(path, directory);
      for (let turn = 0; turn < 3; turn += 1) {
        expect(idsOf((await orphan.next())!.events)).toEqual(idsOf(first));
        await orphan.release();
        const [file] = await listSpools(directory, thisHost());
        orphan = (await adopt(file!, directory, thisProcess(newId())))!;
      }
      expect(await drain(orphan)).toEqual(first);
      await orphan.finish();
      await spool.close();
    });
  });

  it('is not told again where the executor had told it, and what it lost after that follows without a gap', async () => {
    await withDirectory(async (directory) => {
      const path = join(directory, 'file');
      const spool = await open(path);
      const events = someEvents(80);
      for (const event of events.slice(0, 40)) await spool.keep([event], false);
      const lost = spool.lost;
      const batch = await spool.next();
      await spool.sent(batch!);
      expect(spool.lost).toBe(0);
      expect(countsIn(await leftIn(path, directory))).toEqual([lost]);
      for (const event of events.slice(40)) await spool.keep([event], false);
      expect(spool.lost).toBeGreaterThan(0);
      const told = ofType(await leftIn(path, directory), 'evidence-lost');
      expect(told.map(({ data }) => data.count)).toEqual([lost, spool.lost]);
      expect(told.map(({ producer }) => producer.sequence)).toEqual([1, 2]);
      await spool.close();
    });
  });

  it('is told also where all that the file held was sent meanwhile, and it was emptied', async () => {
    await withDirectory(async (directory) => {
      const path = join(directory, 'file');
      const store = await openFileStore(path);
      const loss = lossOf(newId());
      await store.append(someEvents(100).map(written), true);
      const before = store.size;
      const batch = await store.next();
      await store.markLost([loss(3)]);
      await store.sent(batch!);
      expect(store.size).toBeLessThan(before / 10);
      expect(await leftIn(path, directory)).toEqual([loss(3)]);
      await store.markLost([loss(12)]);
      expect(await leftIn(path, directory)).toEqual([loss(12)]);
      await store.append([written(loss(12))], true);
      expect(await drain(store)).toEqual([loss(12)]);
      expect(store.size).toBe(0);
      await store.close();
    });
  });
});

describe('a mark of a loss', () => {
  it('takes the same room however often it changes', async () => {
    await withDirectory(async (directory) => {
      const store = await openFileStore(join(directory, 'file'));
      const loss = lossOf(newId());
      await store.markLost([loss(1)]);
      const { size } = store;
      for (const count of [2, 10, 99_999, Number.MAX_SAFE_INTEGER]) {
        await store.markLost([loss(count)]);
        expect(countsIn(await leftIn(join(directory, 'file'), directory))).toEqual([count]);
      }
      expect(store.size).toBe(size);
      expect((await stat(join(directory, 'file'))).size).toBe(size);
      await store.close();
    });
  });

  it('that was cut at any byte loses at most itself', async () => {
    await withDirectory(async (directory) => {
      const path = join(directory, 'file');
      const events = someEvents(2);
      const store = await openFileStore(path);
      await store.append(events.map(written), true);
      const start = store.size;
      await store.markLost([lossOf(newId())(5)]);
      await store.close();
      const content = await readFile(path);
      const half = start + (content.length - start) / 2;
      for (let cut = start; cut <= content.length; cut += 1) {
        await writeFile(path, content.subarray(0, cut));
        const left = await leftIn(path, directory);
        expect(idsOf(left).slice(0, 2)).toEqual(idsOf(events));
        // Its end alone may be missing: whoever takes the file over ends the line.
        expect(countsIn(left)).toEqual(cut >= half - 1 ? [5] : []);
      }
    });
  });

  it('that was overwritten up to any byte has the count before or the new one', async () => {
    await withDirectory(async (directory) => {
      const path = join(directory, 'file');
      const loss = lossOf(newId());
      const store = await openFileStore(path);
      await store.markLost([loss(5)]);
      await store.markLost([loss(7)]);
      const before = await readFile(path);
      await store.markLost([loss(12)]);
      const after = await readFile(path);
      await store.close();
      expect(after).toHaveLength(before.length);
      for (let done = 0; done <= after.length; done += 1) {
        await writeFile(path, Buffer.concat([after.subarray(0, done), before.subarray(done)]));
        const isNew = after.subarray(done).equals(before.subarray(done));
        expect(countsIn(await leftIn(path, directory))).toEqual([isNew ? 12 : 7]);
      }
    });
  });
});
