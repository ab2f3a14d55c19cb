import { open as openFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { seen } from '../src/journal/fact.ts';
import { createProducer } from '../src/journal/producer.ts';
import { openFileStore } from '../src/spool/file-store.ts';
import { readMarks } from '../src/spool/read-marks.ts';
import { decodeLine, wholeLines } from '../src/spool/record.ts';
import { createSpool, defaultSpoolLimits, type Spool, type SpoolLimits } from '../src/spool/spool.ts';
import { written } from '../src/spool/store.ts';
import { withDirectory } from './directory.ts';
import { drain, idsOf, someEvents } from './events.ts';
import { until } from './run.ts';

const losses = createProducer('spool');

interface TornDisk {
  readonly spool: Spool;
  readonly disk: { full: boolean };
  readonly path: string;
}

/** A spool on a disk that a test fills, and makes room on. */
async function withTornDisk(
  use: (torn: TornDisk) => Promise<void>,
  limits: SpoolLimits = defaultSpoolLimits,
): Promise<void> {
  await withDirectory(async (directory) => {
    const path = join(directory, 'file');
    const file = await openFileStore(path);
    const disk = { full: false };
    const spool = createSpool({
      file: {
        ...file,
        get size() {
          return file.size;
        },
        append: (events, durable) => (disk.full ? Promise.resolve(false) : file.append(events, durable)),
      },
      limits,
      lossEvent: (attempt, count, reason_code) =>
        losses.event(attempt, seen('evidence-lost', { count, reason_code })),
      onKept: () => undefined,
    });
    await use({ spool, disk, path });
    await spool.close();
  });
}

async function eventsIn(path: string): Promise<readonly string[]> {
  const { lines } = wholeLines(await readFile(path));
  return lines.flatMap((line) => {
    const entry = decodeLine(line);
    return entry?.kind === 'event' ? [(JSON.parse(entry.json) as EvidenceEvent).event_id] : [];
  });
}

/** The counts of the losses that are marked in a spool; undefined while there are none. */
async function lossesIn(path: string): Promise<readonly number[] | undefined> {
  const reader = await openFile(path, 'r');
  const { untold } = await readMarks(reader).finally(() => reader.close());
  const counts = untold.map(({ data }) => (data as { readonly count: number }).count);
  return counts.length === 0 ? undefined : counts;
}

describe('a disk that takes no more', () => {
  it('makes a file refuse, and the file goes on giving what it has', async () => {
    await withDirectory(async (directory) => {
      const store = await openFileStore(join(directory, 'file'));
      await store.close();
      expect(await store.append(someEvents(1).map(written), false)).toBe(false);
    });
  });

  it('turns a spool to memory, and what it had written goes first', async () => {
    await withTornDisk(async ({ spool, disk }) => {
      const events = someEvents(4);
      await spool.keep(events.slice(0, 2), true);
      disk.full = true;
      await spool.keep(events.slice(2), true);
      expect([spool.onDisk, spool.inMemory]).toEqual([false, 2]);
      expect(idsOf(await drain(spool))).toEqual(idsOf(events));
    });
  });

  it('has what memory held, in order, as soon as it takes something again', async () => {
    await withTornDisk(async ({ spool, disk, path }) => {
      const events = someEvents(2500);
      disk.full = true;
      await spool.keep(events.slice(0, 2498), true);
      const under = await spool.next();
      expect([spool.onDisk, under?.events.length]).toEqual([false, 1000]);
      disk.full = false;
      await spool.keep(events.slice(2498), true);
      expect([spool.onDisk, spool.inMemory]).toEqual([true, 0]);
      expect(await eventsIn(path)).toEqual(idsOf(events));
      disk.full = true;
      const later = someEvents(3);
      await spool.keep(later, true);
      if (under !== null) await spool.sent(under);
      expect(idsOf(await drain(spool))).toEqual(idsOf([...events, ...later]));
    });
  });

  it('is not given more of it than a spool may have', async () => {
    await withTornDisk(
      async ({ spool, disk }) => {
        const events = someEvents(40);
        disk.full = true;
        await spool.keep(events, true);
        disk.full = false;
        await spool.keep(someEvents(1), true);
        expect([spool.onDisk, spool.inMemory]).toEqual([false, 41]);
      },
      { ...defaultSpoolLimits, fileBytes: 1024 },
    );
  });

  it('has marks of what memory dropped meanwhile', async () => {
    await withTornDisk(
      async ({ spool, disk, path }) => {
        disk.full = true;
        const [opening, ...others] = someEvents(40);
        if (opening !== undefined) await spool.keep([opening], true);
        for (const event of others) await spool.keep([event], false);
        const { lost } = spool;
        expect(lost).toBeGreaterThan(0);
        disk.full = false;
        await spool.keep(someEvents(1), true);
        expect(spool.onDisk).toBe(true);
        const marked = await until('the marks', () => lossesIn(path));
        expect(marked.reduce((sum, count) => sum + count, 0)).toBe(lost);
      },
      { ...defaultSpoolLimits, memoryBytes: 4096 },
    );
  });
});
