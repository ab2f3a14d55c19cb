import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Pool, types } from 'pg';
import { lossyProxy } from '../../../../test/support/lossy-proxy.ts';
import { withDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { Position } from '../position.ts';
import type { LogEvent, OpenEventLog } from '../port.ts';
import {
  brokenLinks,
  describeEventLog,
  describeLockedEventLog,
  sampleAppend,
  sampleEvents,
} from '../testing/index.ts';
import { postgresEventLog, type PostgresEventLogOptions } from './postgres-event-log.ts';
import { appSession } from './session.ts';

type Options = Omit<PostgresEventLogOptions, 'pool'>;
type Use = (log: OpenEventLog, database: TestDatabase) => Promise<void>;

const withLog = (use: Use, options: Options = {}): Promise<void> =>
  withDatabase(async (database) => {
    const pool = new Pool({ connectionString: database.url, options: appSession });
    const log = postgresEventLog({ pool, ...options });
    try {
      await use(log, database);
    } finally {
      await log.close();
      await pool.end();
    }
  });

describeEventLog('postgresEventLog', withLog);
describeLockedEventLog('postgresEventLog', withLog);

const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

async function next(pages: AsyncIterator<readonly LogEvent[]>): Promise<readonly LogEvent[]> {
  const { value } = (await pages.next()) as { value: readonly LogEvent[] };
  return value;
}

describe('postgresEventLog, beyond the contract', () => {
  it('has no holes in its positions, after conflicts and refusals either', () =>
    withLog(async (log) => {
      const first = sampleAppend({ events: sampleEvents(2) });
      await Promise.all([
        log.append(first),
        ...Array.from({ length: 20 }, () => log.append(sampleAppend({ expected: 1 }))),
      ]);
      await log.append(sampleAppend({ events: [] })).catch(() => undefined);
      await log.append(sampleAppend());
      const all = await log.readAll({ after: Position.start });
      expect(all.map(({ position }) => position)).toEqual(['1', '2', '3']);
      expect(brokenLinks(all)).toEqual([]);
    }));

  it('brings to its subscribers what another process appended, without waiting for a poll', () =>
    withLog(
      async (log, { appPool }) => {
        const end = new AbortController();
        const pages = log.subscribe({ after: Position.start, signal: end.signal })[Symbol.asyncIterator]();
        const other = postgresEventLog({ pool: appPool });
        await other.append(sampleAppend());
        expect(await next(pages)).toHaveLength(1);
        const waiting = next(pages);
        await other.append(sampleAppend());
        expect((await waiting).map(({ position }) => position)).toEqual(['2']);
        end.abort();
        await other.close();
      },
      { pollMilliseconds: 3_600_000 },
    ));

  it('goes on appending and following after every connection was cut', () =>
    withLog(async (log, { ownerPool }) => {
      const end = new AbortController();
      const pages = log.subscribe({ after: Position.start, signal: end.signal })[Symbol.asyncIterator]();
      await log.append(sampleAppend());
      expect(await next(pages)).toHaveLength(1);
      const waiting = next(pages);
      await ownerPool.query(endOthers);
      expect(await log.append(sampleAppend())).toMatchObject({ outcome: 'appended', position: '2' });
      expect((await waiting).map(({ position }) => position)).toEqual(['2']);
      end.abort();
    }));

  it.each([0, 'any'] as const)(
    'recognises its own append when the answer to it was lost (expected: %s)',
    (expected) =>
      withDatabase(async ({ url }) => {
        const proxy = await lossyProxy(url);
        const pool = new Pool({ connectionString: proxy.url, options: appSession });
        const log = postgresEventLog({ pool });
        await log.append(sampleAppend());
        proxy.loseNextAnswer();
        const append = sampleAppend({ expected, events: sampleEvents(2) });
        expect(await log.append(append)).toEqual({ outcome: 'duplicate', stream_position: 0, position: '3' });
        expect(await log.readStream(append)).toHaveLength(2);
        await log.close();
        await pool.end();
        await proxy.close();
      }),
  );

  it('outlasts a transaction that keeps the end of the log locked', () =>
    withLog(async (log, { ownerPool }) => {
      const blocker = await ownerPool.connect();
      await blocker.query('begin');
      await blocker.query('select from es_head for update');
      const waiting = log.append(sampleAppend());
      await blocked(ownerPool);
      await blocker.query('commit');
      blocker.release();
      expect(await waiting).toMatchObject({ outcome: 'appended', position: '1' });
    }));

  it('lets one append that the database refuses fail alone', () =>
    withLog(async (log, { ownerPool }) => {
      await ownerPool.query(`alter table es_events add check (type <> 'forbidden')`);
      const bad = sampleEvents(1, { type: 'forbidden' });
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          log.append(sampleAppend(index === 17 ? { events: bad } : {})).catch((error: unknown) => error),
        ),
      );
      expect(results.splice(17, 1)).toEqual([expect.objectContaining({ name: 'LogFault', code: 'refused' })]);
      expect(results).toEqual(results.map(() => expect.objectContaining({ outcome: 'appended' })));
      expect(await log.head()).toBe('39');
    }));

  it('is unavailable, with an unknown outcome, when the database stays away', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1, max: 3 });
    const log = postgresEventLog({ pool, retryMilliseconds: 100 });
    const fault = { name: 'LogFault', code: 'unavailable' };
    await expect(log.append(sampleAppend())).rejects.toMatchObject(fault);
    await expect(log.head()).rejects.toMatchObject(fault);
    await log.close();
    await pool.end();
  });

  it('says so when the pool has too few connections', async () => {
    const pool = new Pool({ max: 2 });
    expect(() => postgresEventLog({ pool })).toThrow('3 or more connections');
    await pool.end();
  });

  it('does not depend on the type parsers that others set for the whole process', () =>
    withLog(async (log) => {
      const before = types.getTypeParser(types.builtins.INT8, 'text') as (text: string) => unknown;
      types.setTypeParser(types.builtins.INT8, (text) => BigInt(text));
      try {
        const append = sampleAppend();
        expect(await log.append(append)).toEqual({ outcome: 'appended', stream_position: 0, position: '1' });
        expect(await log.readStream(append)).toMatchObject([{ stream_position: 0, position: '1' }]);
        expect(await log.head()).toBe('1');
      } finally {
        types.setTypeParser(types.builtins.INT8, before);
      }
    }));

  it('refuses to append under an isolation level that would not see what it waited for', () =>
    withDatabase(async ({ url }) => {
      const pool = new Pool({
        connectionString: url,
        options: `${appSession} -c default_transaction_isolation=repeatable\\ read`,
      });
      const log = postgresEventLog({ pool });
      await expect(log.append(sampleAppend({ append_id: randomUUID() }))).rejects.toMatchObject({
        code: 'unavailable',
      });
      await log.close();
      await pool.end();
    }));
});

async function blocked(pool: Pool): Promise<void> {
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const { rowCount } = await pool.query(waits);
    if (rowCount !== null && rowCount > 0) return;
  }
  throw new Error('Nothing waits for a lock after 20 seconds.');
}
