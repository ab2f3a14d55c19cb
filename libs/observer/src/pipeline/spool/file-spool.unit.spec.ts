import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aList, anObservation, keepingSink, withPipeline } from '../../../test/support/observations.ts';
import type { PipelineOptions } from '../options.ts';
import { createFileSpool } from './file-spool.ts';
import type { Spool } from './spool.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'witness-spool-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const logged: string[] = [];
const spoolOf = (maxBytes = 1_000_000, name = 'kept'): Spool =>
  createFileSpool({ directory, name, maxBytes, now: Date.now, log: (line) => logged.push(line) });
const events = (...ids: string[]): never => ids.map((id) => ({ id })) as never;
const idsIn = async (spool: Spool): Promise<readonly string[] | undefined> =>
  (await spool.next())?.events.map(({ id }) => id);

/** The id of a process that has ended: the highest that there may be is given to nobody. */
const GONE = 4_194_304;
const left = (sink: string, token: string, ...ids: string[]): void => {
  const lines = ids.map((id) => `${JSON.stringify({ id })}\n`).join('');
  writeFileSync(join(directory, `${sink}-${GONE}-${token}-0000000001.ndjson`), lines);
};

describe('a spool of files', () => {
  it('gives back the oldest until it is removed', async () => {
    const spool = spoolOf();
    expect(await spool.append(events('a', 'b'))).toBe(true);
    expect(await spool.append(events('c'))).toBe(true);
    expect(await idsIn(spool)).toEqual(['a', 'b']);
    await (await spool.next())?.remove();
    expect(await idsIn(spool)).toEqual(['c']);
    await (await spool.next())?.remove();
    expect(await spool.next()).toBeNull();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is for this user alone', async () => {
    directory = join(directory, 'new');
    await spoolOf().append(events('a'));
    const [file] = readdirSync(directory);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, file!)).mode & 0o777).toBe(0o600);
  });

  it('takes over what an ended process left, of its own sink, and passes over lines that are torn', async () => {
    left('kept', '00000000', 'a', 'b');
    left('other', '00000000', 'x');
    writeFileSync(join(directory, `kept-${GONE}-00000001-0000000001.ndjson`), '{"id":"c"}\n{"id":"d');
    writeFileSync(join(directory, `kept-${process.ppid}-00000002-0000000001.ndjson`), '{"id":"alive"}\n');
    const spool = spoolOf();
    expect(await idsIn(spool)).toEqual(['a', 'b']);
    await (await spool.next())?.remove();
    expect(await idsIn(spool)).toEqual(['c']);
    await (await spool.next())?.remove();
    expect(await spool.next()).toBeNull();
    expect(readdirSync(directory)).toHaveLength(2);
  });

  it('takes no more than it may, and says so once', async () => {
    logged.length = 0;
    const spool = spoolOf(30);
    expect(await spool.append(events('a'))).toBe(true);
    expect(await spool.append(events('b'.repeat(30)))).toBe(false);
    expect(await spool.append(events('c'))).toBe(false);
    expect(logged).toEqual(['the spool of kept takes nothing: it is full']);
  });

  it('does not fail for an event that cannot be written', async () => {
    const spool = spoolOf();
    expect(await spool.append([{ id: 'a', limit: 1n }] as never)).toBe(false);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('keeps nothing, and does not fail, where the directory cannot be used', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    directory = file;
    const spool = spoolOf();
    expect(await spool.append(events('a'))).toBe(false);
    expect(await spool.next()).toBeNull();
    chmodSync(file, 0o600);
  });
});

describe('a pipeline with a spool', () => {
  const spooling = (sink: ReturnType<typeof keepingSink>): PipelineOptions => ({
    sinks: [sink],
    spool: { directory },
  });

  it('holds on disk what a sink does not take, and sends it in order when it does', async () => {
    const sink = keepingSink();
    sink.answer = () => Promise.resolve({ outcome: 'later', after_ms: 60_000 });
    const ids = Array.from({ length: 2_500 }, (_, at) => `e${at}`);
    await withPipeline(spooling(sink), async (pipeline) => {
      for (const id of ids) pipeline.take(anObservation({ id }));
      await pipeline.flush();
      pipeline.take(anObservation({ id: 'last' }));
      await pipeline.flush();
      sink.answer = () => Promise.resolve({ outcome: 'taken' });
      await pipeline.flush();
    });
    expect(sink.events.map(({ id }) => id)).toEqual([...ids, 'last']);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('holds catalogs on disk in files that fit, long before a thousand events wait', async () => {
    const sink = keepingSink('kept', { wantsCatalog: true });
    sink.answer = () => Promise.resolve({ outcome: 'later', after_ms: 60_000 });
    const ids = Array.from({ length: 60 }, (_, at) => `c${at}`);
    const limits = { buffer: { bytes: 100_000 }, spool: { directory, maxBytes: 1_000_000 } };
    await withPipeline({ ...spooling(sink), ...limits }, async (pipeline) => {
      for (const id of ids) {
        pipeline.take({ ...aList([{ name: 'x'.repeat(10_000) }]), id });
        await pipeline.flush();
      }
      sink.answer = () => Promise.resolve({ outcome: 'taken' });
      await pipeline.flush();
    });
    expect(sink.events.map(({ id }) => id)).toEqual(ids);
    expect(sink.batches.flatMap(({ lost }) => lost)).toEqual([]);
  });

  it('leaves at its end what was not taken to the next one', async () => {
    const sink = keepingSink();
    sink.answer = () => Promise.resolve({ outcome: 'later' });
    await withPipeline(spooling(sink), async (pipeline, told) => {
      pipeline.take(anObservation({ id: 'kept' }));
      await pipeline.close();
      expect(told).toEqual([]);
    });
    expect(readdirSync(directory)).toHaveLength(1);
    expect(existsSync(directory)).toBe(true);
  });
});
