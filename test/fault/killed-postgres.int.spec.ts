import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { isLogFault, type Append, type OpenEventLog } from '@mcp-witness/event-log';
import { brokenLinks, sampleAppend, sampleEvents } from '@mcp-witness/event-log/testing';
import { startLocalPostgres, type LocalPostgres } from '@mcp-witness/local-postgres';
import { migrate } from '../../migrations/run.ts';
import { everything } from './everything.ts';
import { extent } from './extent.ts';
import { withOpenLog } from './open-log.ts';
import { tail } from './tail.ts';

jest.setTimeout(extent(120_000, 300_000));

async function withServer(use: (server: LocalPostgres) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'witness-fault-'));
  const server = await startLocalPostgres({ dataDir });
  try {
    await migrate({ url: server.url });
    await use(server);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What writers were told was stored. */
interface Acknowledged {
  readonly appends: Append[];
  /** Given up without an answer: they may be there or not, but never in part. */
  unknown: number;
}

/** Keeps four appends in flight until told to stop. */
async function write(log: OpenEventLog, acknowledged: Acknowledged, stop: AbortSignal): Promise<void> {
  const line = async (): Promise<void> => {
    let stream = sampleAppend();
    for (let length = 0; !stop.aborted; length += 3) {
      const append = {
        ...sampleAppend({ events: sampleEvents(3) }),
        stream: stream.stream,
        expected: length,
      };
      try {
        const { outcome } = await log.append(append);
        if (outcome === 'conflict') throw new Error('A stream with one writer had a conflict.');
        acknowledged.appends.push(append);
      } catch (error) {
        if (!isLogFault(error) || error.code !== 'unavailable') throw error;
        acknowledged.unknown += 1;
        stream = sampleAppend();
        length = -3;
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, line));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('the event log when PostgreSQL is killed', () => {
  it('has lost nothing that was acknowledged, doubled nothing, and still verifies', () =>
    withServer(async (server) =>
      withOpenLog(server.url, async (reading) => {
        const acknowledged: Acknowledged = { appends: [], unknown: 0 };
        const stop = new AbortController();
        let total = Infinity;
        const tailing = tail(reading, (seen) => seen >= total);
        const writing = Array.from({ length: 4 }, () =>
          withOpenLog(server.url, (log) => write(log, acknowledged, stop.signal)),
        );
        for (let kill = 0; kill < extent(1, 4); kill += 1) {
          const before = acknowledged.appends.length;
          await until(() => acknowledged.appends.length >= before + 100);
          process.kill(server.pid, 'SIGKILL');
          const killed = acknowledged.appends.length;
          await until(() => acknowledged.appends.length >= killed + 100);
        }
        stop.abort();
        await Promise.all(writing);

        const all = await everything(reading);
        total = all.length + 1;
        await reading.append(sampleAppend());
        const { seen, faults } = await tailing;
        expect({ seen, faults }).toEqual({ seen: total, faults: [] });
        expect(await reading.head()).toBe(String(total));
        expect(brokenLinks(all)).toEqual([]);

        const stored = new Map<string, number>();
        for (const { append_id } of all) stored.set(append_id, (stored.get(append_id) ?? 0) + 1);
        expect(acknowledged.appends.filter(({ append_id }) => stored.get(append_id) !== 3)).toEqual([]);
        expect([...stored.values()].filter((events) => events !== 3)).toEqual([]);
        expect(stored.size - acknowledged.appends.length).toBeLessThanOrEqual(acknowledged.unknown);
      }),
    ));
});
