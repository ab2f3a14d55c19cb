import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { newId } from '../src/ids.ts';
import { seen } from '../src/journal/fact.ts';
import { createProducer } from '../src/journal/producer.ts';
import { openFileStore } from '../src/spool/file-store.ts';
import { openSpool, type OpenSpool } from '../src/spool/open-spool.ts';
import { adopt, listSpools } from '../src/spool/orphans.ts';
import { withOrphans } from '../src/spool/own-and-orphans.ts';
import { encodeLine, encodeSent } from '../src/spool/record.ts';
import { spoolFileName, type SpoolOwner, thisProcess } from '../src/spool/place.ts';
import type { SpoolLimits } from '../src/spool/spool.ts';
import { written } from '../src/spool/store.ts';
import { withDirectory } from './directory.ts';
import { drain, idsOf, someEvents } from './events.ts';

const losses = createProducer('spool');

function open(directory: string, limits?: SpoolLimits): Promise<OpenSpool> {
  return openSpool(directory, thisProcess(newId()), {
    lossEvent: (attempt, count, reason_code) =>
      losses.event(attempt, seen('evidence-lost', { count, reason_code })),
    onKept: () => undefined,
    ...(limits === undefined ? {} : { limits }),
  });
}

/** No process of this number has run since this one: its own number, with another start. */
const deadOwner = (): SpoolOwner => ({ ...thisProcess(newId()), started: '1' });

async function contentOf(events: readonly EvidenceEvent[]): Promise<Buffer> {
  let content = Buffer.alloc(0);
  await withDirectory(async (directory) => {
    const store = await openFileStore(join(directory, 'file'));
    await store.append(events.map(written), true);
    await store.close();
    content = await readFile(join(directory, 'file'));
  });
  return content;
}

describe('a spool', () => {
  it('gives back what it was given, in order, in batches of a thousand at most', async () => {
    await withDirectory(async (directory) => {
      const spool = await open(directory);
      const events = someEvents(2500);
      for (const event of events) void spool.keep([event], false);
      expect((await spool.next())?.events).toHaveLength(1000);
      expect(idsOf(await drain(spool))).toEqual(idsOf(events));
      await spool.finish();
    });
  });

  it('gives the same batch again until it is marked as sent', async () => {
    await withDirectory(async (directory) => {
      const spool = await open(directory);
      await spool.keep(someEvents(3), true);
      const first = await spool.next();
      await spool.keep(someEvents(2), true);
      expect(idsOf((await spool.next())!.events).slice(0, 3)).toEqual(idsOf(first!.events));
      await spool.finish();
    });
  });

  it('is readable by its owner alone, is emptied when all is sent, and is removed at the end', async () => {
    await withDirectory(async (directory) => {
      const spool = await open(directory);
      await spool.keep(someEvents(3), true);
      const [name = ''] = await readdir(directory);
      expect((await stat(join(directory, name))).mode & 0o077).toBe(0);
      await drain(spool);
      expect((await stat(join(directory, name))).size).toBe(0);
      await spool.finish();
      expect(await readdir(directory)).toEqual([]);
    });
  });

  it('tells in one event per attempt how many it dropped for want of room, as soon as there is room', async () => {
    await withDirectory(async (directory) => {
      const spool = await open(directory, { fileBytes: 4000, memoryBytes: 0, reserveBytes: 4000 });
      const attempt = newId();
      const [opening, ...others] = someEvents(50, attempt);
      for (const event of others) await spool.keep([event], false);
      await spool.keep([opening!], true);
      const before = await drain(spool);
      const after = await drain(spool);
      const lost = [...before, ...after].filter((event) => event.type === 'evidence-lost');
      expect(lost).toHaveLength(1);
      expect(lost[0]).toMatchObject({ attachment_attempt_id: attempt, data: { reason_code: 'spool_full' } });
      expect(before.length + after.length - 1 + (lost[0]?.data as { count: number }).count).toBe(50);
      expect(idsOf(before)).toContain(opening!.event_id);
      await spool.finish();
    });
  });

  it('takes no more of the disk than it may have, however much comes while nothing can be sent', async () => {
    await withDirectory(async (directory) => {
      const limits = { fileBytes: 40_000, memoryBytes: 0, reserveBytes: 8000 };
      const spool = await open(directory, limits);
      const sizes: number[] = [];
      for (let turn = 0; turn < 60; turn += 1) {
        const [opening, ...others] = someEvents(40);
        await spool.keep([opening!], true);
        await spool.keep(others, false);
        const files = await readdir(directory);
        const stats = await Promise.all(files.map((name) => stat(join(directory, name))));
        sizes.push(stats.reduce((sum, { size }) => sum + size, 0));
      }
      expect(spool.lost).toBeGreaterThan(2000);
      expect(Math.max(...sizes)).toBeGreaterThan(limits.fileBytes / 2);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.fileBytes + limits.reserveBytes);
      await spool.finish();
    });
  });

  it('tells of a whole outage once, however small the events that would still have fitted in between', async () => {
    await withDirectory(async (directory) => {
      const spool = await open(directory, { fileBytes: 8000, memoryBytes: 0, reserveBytes: 8000 });
      const attempt = newId();
      const [opening, small] = someEvents(2, attempt);
      const producer = createProducer('test');
      const large = (): EvidenceEvent =>
        producer.event(
          attempt,
          seen('attachment-failed', { reason_code: 'timeout', summary: 'x'.repeat(250) }),
        );
      await spool.keep([opening!], true);
      for (let turn = 0; turn < 60; turn += 1) await spool.keep([turn % 2 === 0 ? large() : small!], false);
      await spool.keep(someEvents(1), true);
      const all = await drain(spool);
      const lost = all.filter(({ type }) => type === 'evidence-lost');
      expect(lost).toHaveLength(1);
      expect(all.length - 1 + (lost[0]?.data as { count: number }).count).toBe(62);
      await spool.keep([small!], false);
      expect(idsOf(await drain(spool))).toEqual([small!.event_id]);
      await spool.finish();
    });
  });

  it('does not grow while events come as fast as they are sent, and loses none of them', async () => {
    await withDirectory(async (directory) => {
      const spool = await open(directory);
      const [name = ''] = await readdir(directory);
      const events = someEvents(120_000);
      const sent: EvidenceEvent[] = [];
      let largest = 0;
      await spool.keep(events.slice(0, 2000), true);
      for (let at = 2000; at < events.length; at += 1000) {
        const batch = await spool.next();
        await spool.keep(events.slice(at, at + 1000), false);
        sent.push(...batch!.events);
        await spool.sent(batch!);
        largest = Math.max(largest, (await stat(join(directory, name))).size);
      }
      sent.push(...(await drain(spool)));
      expect(idsOf(sent)).toEqual(idsOf(events));
      expect(largest).toBeLessThan(12 * 1024 * 1024);
      await spool.finish();
      expect(await readdir(directory)).toEqual([]);
    });
  });

  it('keeps events in memory where there is no place on disk, and says how many were on no disk in the end', async () => {
    await withDirectory(async (directory) => {
      await writeFile(join(directory, 'a file'), '');
      const spool = await open(join(directory, 'a file', 'spool'));
      expect(spool.onDisk).toBe(false);
      const events = someEvents(3);
      await spool.keep(events, true);
      expect(idsOf((await spool.next())!.events)).toEqual(idsOf(events));
      expect(await spool.finish()).toEqual({ unkept: 3 });
    });
  });
});

describe('the place of a spool', () => {
  it('is made with all that is above it', async () => {
    await withDirectory(async (directory) => {
      const spool = await open(join(directory, 'a', 'b', 'c'));
      await spool.keep(someEvents(1), true);
      expect(await readdir(join(directory, 'a', 'b', 'c'))).toHaveLength(1);
      expect((await stat(join(directory, 'a'))).mode & 0o777).toBe(0o700);
      await spool.finish();
    });
  });

  it('is memory where the system says of a directory that there is none in it to be had', async () => {
    const spool = await open('/proc/witness/spool');
    await spool.keep(someEvents(3), true);
    expect(await spool.finish()).toEqual({ unkept: 3 });
  });
});

describe('the spool of a dead executor', () => {
  it('that was cut at any byte loses only the record that was cut', async () => {
    const events = someEvents(3);
    const [first = '', ...others] = events.map((event) => encodeLine(JSON.stringify(event)));
    const sent = encodeSent(Buffer.byteLength(first));
    const lines = [first, ...others.slice(0, 1), sent, ...others.slice(1)];
    const content = Buffer.from(lines.join(''));
    const endOf = (line: string): number => content.indexOf(line) + Buffer.byteLength(line) - 1;
    const isWhole = (line: string, cut: number): boolean => endOf(line) <= cut;
    await withDirectory(async (directory) => {
      for (let cut = Buffer.byteLength(first); cut <= content.length; cut += 1) {
        const owner = deadOwner();
        const path = join(directory, spoolFileName(owner));
        await writeFile(path, content.subarray(0, cut));
        const file = { path, owner, bytes: cut, orphaned: true };
        const orphan = await adopt(file, directory, thisProcess(newId()));
        const left = [...(isWhole(sent, cut) ? [] : [first]), ...others.filter((line) => isWhole(line, cut))];
        expect(idsOf(await drain(orphan!))).toEqual(
          left.map((line) => events.find(({ event_id }) => line.includes(event_id))?.event_id),
        );
        await orphan!.finish();
      }
    });
  });

  it('loses only the record in which a byte changed', async () => {
    const events = someEvents(3);
    const content = await contentOf(events);
    content[content.indexOf('\n') + 40]! ^= 1;
    await withDirectory(async (directory) => {
      const owner = deadOwner();
      await writeFile(join(directory, spoolFileName(owner)), content);
      const [file] = await listSpools(directory, owner.host);
      const orphan = await adopt(file!, directory, thisProcess(newId()));
      expect(idsOf(await drain(orphan!))).toEqual(idsOf([events[0]!, events[2]!]));
      await orphan!.release();
    });
  });

  it('is sent after the own events, from where it had been sent to, and then removed', async () => {
    await withDirectory(async (directory) => {
      const owner = deadOwner();
      const path = join(directory, spoolFileName(owner));
      const events = someEvents(1500);
      const dead = await openFileStore(path);
      await dead.append(events.map(written), true);
      await dead.sent((await dead.next())!);
      await dead.close();
      await appendFile(path, 'ffffffff {"cut');
      const spool = await open(directory);
      const own = someEvents(2);
      await spool.keep(own, true);
      const all = withOrphans(spool, directory, thisProcess(newId()));
      expect(idsOf(await drain(all))).toEqual([...idsOf(own), ...idsOf(events.slice(1000))]);
      await spool.finish();
      expect(await readdir(directory)).toEqual([]);
    });
  });

  it('that had become shorter is sent whole: what was marked in the longer file says nothing any more', async () => {
    await withDirectory(async (directory) => {
      const owner = deadOwner();
      const dead = await openFileStore(join(directory, spoolFileName(owner)));
      const events = someEvents(64_000);
      await dead.append(events.slice(0, 36_000).map(written), true);
      const before = dead.size;
      let sent = 0;
      let kept = 36_000;
      while (dead.size >= before || kept < events.length) {
        const batch = await dead.next();
        await dead.append(events.slice(kept, kept + 1000).map(written), true);
        kept = Math.min(kept + 1000, events.length);
        await dead.sent(batch!);
        sent += batch!.events.length;
      }
      await dead.close();
      const [file] = await listSpools(directory, owner.host);
      const orphan = await adopt(file!, directory, thisProcess(newId()));
      expect(idsOf(await drain(orphan!))).toEqual(idsOf(events.slice(sent)));
      await orphan!.finish();
    });
  });

  it('is taken over by one process only', async () => {
    await withDirectory(async (directory) => {
      const owner = deadOwner();
      await writeFile(join(directory, spoolFileName(owner)), await contentOf(someEvents(1)));
      const [file] = await listSpools(directory, owner.host);
      const both = await Promise.all([1, 2].map(() => adopt(file!, directory, thisProcess(newId()))));
      expect(both.filter((orphan) => orphan !== null)).toHaveLength(1);
      for (const orphan of both) await orphan?.release();
    });
  });

  it('is told from that of a running process, and from one of another host', async () => {
    await withDirectory(async (directory) => {
      const self = thisProcess(newId());
      await writeFile(join(directory, spoolFileName(self)), '');
      await writeFile(join(directory, spoolFileName({ ...deadOwner(), host: '0123456789ab' })), '');
      await writeFile(join(directory, 'something else'), '');
      const files = await listSpools(directory, self.host);
      expect(files.map((file) => file.orphaned)).toEqual([false, false]);
    });
  });

  it('is no trouble where the directory is not there', async () => {
    expect(await listSpools('/no/such/directory', 'host')).toEqual([]);
  });
});

describe('a spool that is never empty', () => {
  /** Keeps events and sends them, with always one batch more than was sent; answers with how large the file ever was. */
  async function neverEmpty(directory: string): Promise<{ readonly most: number; readonly lost: string[] }> {
    const path = join(directory, 'file');
    const store = await openFileStore(path);
    const kept: string[] = [];
    const given: string[] = [];
    let most = 0;
    const keep = async (): Promise<void> => {
      const events = someEvents(900);
      kept.push(...idsOf(events));
      await store.append(events.map(written), false);
    };
    await keep();
    for (let round = 0; round < 60; round += 1) {
      const batch = await store.next();
      await keep();
      given.push(...idsOf(batch?.events ?? []));
      if (batch !== null) await store.sent(batch);
      most = Math.max(most, (await stat(path)).size);
    }
    given.push(...idsOf(await drain(store)));
    expect((await stat(path)).size).toBe(0);
    await store.close();
    expect(given).toHaveLength(kept.length);
    return { most, lost: kept.filter((id, at) => given[at] !== id) };
  }

  it('does not grow with what was sent, and gives everything once and in order', async () => {
    await withDirectory(async (directory) => {
      const { most, lost } = await neverEmpty(directory);
      expect(lost).toEqual([]);
      expect(most).toBeLessThan(12 * 1024 * 1024);
      expect(await readdir(directory)).toEqual(['file']);
    });
  });

  it('goes on in the old file where there is no room for a new one', async () => {
    await withDirectory(async (directory) => {
      await mkdir(join(directory, 'file.new'));
      const { most, lost } = await neverEmpty(directory);
      expect(lost).toEqual([]);
      expect(most).toBeGreaterThan(12 * 1024 * 1024);
    });
  });

  it('whose executor was killed while it was cut is sent from what is there, and leaves nothing', async () => {
    await withDirectory(async (directory) => {
      const owner = deadOwner();
      const events = someEvents(20);
      const path = join(directory, spoolFileName(owner));
      await writeFile(path, await contentOf(events));
      await writeFile(`${path}.new`, (await contentOf(events)).subarray(0, 700));
      const self = thisProcess(newId());
      const [file] = await listSpools(directory, self.host);
      const orphan = file === undefined ? null : await adopt(file, directory, self);
      expect(orphan === null ? [] : idsOf(await drain(orphan))).toEqual(idsOf(events));
      await orphan?.finish();
      expect(await readdir(directory)).toEqual([]);
    });
  });
});
