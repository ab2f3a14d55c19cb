import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { Position, type Append, type OpenEventLog } from '@mcp-witness/event-log';
import { brokenLinks, sampleAppend, sampleEvents } from '@mcp-witness/event-log/testing';
import type { Pool } from 'pg';
import { withDatabase } from '../support/database.ts';
import { everything } from './everything.ts';
import { extent } from './extent.ts';
import { withOpenLog } from './open-log.ts';
import { tail } from './tail.ts';
import { createTally } from './tally.ts';

const streams = Array.from({ length: 20 }, (_, index) => `shared-${index}`);

interface Count {
  appended: number;
  conflicts: number;
  repeated: number;
}

/** One node: appends to streams that others append to as well, from what it last knew of them. */
async function contend(log: OpenEventLog, appends: number): Promise<Count> {
  const lengths = new Map<string, number>();
  const count: Count = { appended: 0, conflicts: 0, repeated: 0 };
  const once = async (): Promise<void> => {
    const stream = streams[randomInt(streams.length)]!;
    const append = sampleAppend({
      stream,
      expected: lengths.get(stream) ?? 0,
      events: sampleEvents(1 + randomInt(3)),
    });
    const result = await log.append(append);
    if (result.outcome === 'conflict') {
      count.conflicts += 1;
      lengths.set(stream, result.length);
      return;
    }
    count.appended += append.events.length;
    lengths.set(stream, result.stream_position + append.events.length);
    if (randomInt(10) > 0) return;
    expect(await log.append(append)).toEqual({ ...result, outcome: 'duplicate' });
    count.repeated += 1;
  };
  for (let done = 0; done < appends; done += 8) await Promise.all(Array.from({ length: 8 }, once));
  return count;
}

/** Appends and takes it back, holding the end of the log meanwhile. */
async function rollBack(pool: Pool, times: number): Promise<void> {
  const call = `select * from es_append($1, '{default}', $2, '{0}', '{1}', '{1}', '{0}', '{e}', '{t}', '{1}', '{x}', '{NULL}', '{NULL}')`;
  for (let time = 0; time < times; time += 1) {
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ outcome: string }>(call, [[randomUUID()], [randomUUID()]]);
    expect(rows[0]?.outcome).toBe('appended');
    await client.query('rollback');
    client.release();
  }
}

jest.setTimeout(extent(90_000, 300_000));

describe('the event log under concurrent writers', () => {
  it('shows a tailing reader every position once and in order, over conflicts, repeats and rollbacks', () =>
    withDatabase(async ({ url, appPool }) =>
      withOpenLog(url, async (reading) => {
        let total = Infinity;
        const tailing = tail(reading, (seen) => seen >= total);
        const writing = Array.from({ length: 4 }, () =>
          withOpenLog(url, (log) => contend(log, extent(160, 600))),
        );
        const [counts] = await Promise.all([Promise.all(writing), rollBack(appPool, extent(30, 100))]);
        const appended = counts.reduce((sum, count) => sum + count.appended, 0);
        expect(counts.reduce((sum, count) => sum + count.conflicts, 0)).toBeGreaterThan(0);
        expect(counts.reduce((sum, count) => sum + count.repeated, 0)).toBeGreaterThan(0);
        total = appended + 1;
        await reading.append(sampleAppend());
        const { seen, faults } = await tailing;
        expect({ seen, faults }).toEqual({ seen: total, faults: [] });
        const all = await everything(reading);
        expect(all).toHaveLength(total);
        expect(await reading.head()).toBe(String(total));
        expect(brokenLinks(all)).toEqual([]);
      }),
    ));

  it('brings 20 writers of 200 events each to 3 readers: 4,000 events each, in one order', () =>
    withDatabase(async ({ url }) =>
      withOpenLog(url, async (one) =>
        withOpenLog(url, async (other) => {
          const readers = [one, other, other].map((log) => tail(log, (seen) => seen >= 4_000));
          const write = async (_: unknown, writer: number): Promise<void> => {
            const log = writer % 2 === 0 ? one : other;
            const stream = `writer-${writer}`;
            for (let expected = 0; expected < 200; expected += 1) {
              const append: Append = sampleAppend({ stream, expected });
              expect(await log.append(append)).toMatchObject({
                outcome: 'appended',
                stream_position: expected,
              });
            }
          };
          await Promise.all(Array.from({ length: 20 }, write));
          for (const { seen, faults } of await Promise.all(readers)) {
            expect({ seen, faults }).toEqual({ seen: 4_000, faults: [] });
          }
        }),
      ),
    ));

  it('holds a later append back while an earlier one is not committed', () =>
    withDatabase(async ({ url, appPool }) =>
      withOpenLog(url, async (log) => {
        const tally = createTally();
        const client = await appPool.connect();
        await client.query('begin');
        await client.query(
          `select * from es_append($1, '{default}', '{a}', '{0}', '{1}', '{1}', '{0}', '{e}', '{t}', '{1}', '{x}', '{NULL}', '{NULL}')`,
          [[randomUUID()]],
        );
        const later = log.append(sampleAppend({ stream: 'b' }));
        tally.take(await log.readAll({ after: Position.start }));
        expect(tally.seen).toBe(0);
        await client.query('commit');
        client.release();
        await later;
        tally.take(await log.readAll({ after: Position.start }));
        expect({ seen: tally.seen, faults: tally.faults }).toEqual({ seen: 2, faults: [] });
      }),
    ));
});
