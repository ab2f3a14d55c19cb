import { describe, expect, it } from '@jest/globals';
import type { EventLog } from '@mcp-witness/event-log';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { sessionReports } from '../../src/projections/definition.ts';
import { historyOf } from '../../src/projections/fold/session-view.ts';
import { ProjectionMetrics } from '../../src/projections/projection-metrics.ts';
import { Projector } from '../../src/projections/projector.ts';
import { readSession } from '../../src/projections/read/read-session.ts';
import { createChanges } from '../../src/projections/run/changes.ts';
import { createProgress, type Progress } from '../../src/projections/run/progress.ts';
import { rebuildReports } from '../../src/projections/run/rebuild.ts';
import { allShards, shardOf } from '../../src/projections/shard.ts';
import { claimLive, readLive } from '../../src/projections/store/generations.ts';
import { createPostgresStore } from '../../src/projections/store/postgres-store.ts';
import { foldedFromStreams } from './support/folded-from-streams.ts';
import { withProjections } from './support/on-database.ts';
import { startProjection } from './support/project.ts';
import { createStoryteller, sessionId, type Step, tenantId } from './support/story.ts';

const step = (what: Step['what'], session: number): Step => ({ session, attempt: 0, server: 'hub', what });

interface Process {
  readonly projector: Projector;
  readonly progress: Progress;
  /** Sessions whose changes it told, each with its newest place. */
  readonly told: Map<string, string>;
}

const startProcess = (log: EventLog, dataSource: DataSource): Process => {
  const changes = createChanges();
  const progress = createProgress();
  const told = new Map<string, string>();
  changes.listen(({ session_id, position }) => told.set(session_id, position));
  const metrics = new ProjectionMetrics(new Registry());
  const projector = new Projector(log, dataSource, { metrics, changes, progress });
  projector.onApplicationBootstrap();
  return { projector, progress, told };
};

/** How many shards each process claimed last, most first. */
const spread = async (dataSource: DataSource): Promise<number[]> => {
  const live = await readLive(dataSource, sessionReports.name);
  const owners = live?.shards.map(({ owner }) => owner) ?? [];
  const counts = [...new Set(owners)].map((owner) => owners.filter((other) => other === owner).length);
  return counts.sort((a, b) => b - a);
};

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to be.');
    await pause(25);
  }
};

describe('the shards of the read models', () => {
  it('are divided over the processes that live, handed over, and taken from one whose connection ends', async () => {
    await withProjections(async ({ log, dataSource, database }) => {
      const storyteller = createStoryteller(log);
      const sessions = Array.from({ length: 20 }, (_, n) => n);
      const first = startProcess(log, dataSource);
      await until(async () => (await spread(dataSource)).join() === '16');
      await storyteller.tell(sessions.map((n) => step('open', n)));
      const second = startProcess(log, dataSource);
      await until(async () => (await spread(dataSource)).join() === '8,8');
      await storyteller.tell(sessions.map((n) => step('deliver', n)));
      const head = await log.head();
      expect(await first.progress.reached(head, 10_000)).toBe(true);
      expect(await second.progress.reached(head, 10_000)).toBe(true);
      const newest = async (): Promise<Map<string, string>> => {
        const rows = await dataSource.query<{ session_id: string; position: string }[]>(
          'select session_id, position from session_status',
        );
        return new Map(rows.map(({ session_id, position }) => [session_id, position]));
      };
      for (const { told } of [first, second])
        await until(async () => {
          const wanted = await newest();
          return [...wanted].every(([id, position]) => told.get(id) === position);
        });
      await database.ownerPool.query(`
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
      await storyteller.tell(sessions.map((n) => step('accept', n)));
      expect(await first.progress.reached(await log.head(), 20_000)).toBe(true);
      await second.projector.onApplicationShutdown();
      await until(async () => (await spread(dataSource)).join() === '16');
      await storyteller.tell(sessions.map((n) => step('end', n)));
      expect(await first.progress.reached(await log.head(), 20_000)).toBe(true);
      await first.projector.onApplicationShutdown();
      for (const n of sessions) {
        const reading = await readSession(dataSource, tenantId, sessionId(n));
        expect(reading && historyOf(reading.view)).toEqual(await foldedFromStreams(log, n));
      }
    });
  });

  it('are written by their owners alone: one of them that was claimed by another keeps its writer from writing any', async () => {
    await withProjections(async ({ log, dataSource, claim }) => {
      const stale = await claim();
      await claimLive(dataSource, sessionReports, [3]);
      await createStoryteller(log).tell([0, 1, 2, 3, 4, 5].map((n) => step('open', n)));
      const writer = startProjection(log, createPostgresStore(dataSource, sessionReports.name), stale);
      expect(await writer.outcome).toBe('fenced');
      const live = await readLive(dataSource, sessionReports.name);
      expect(live?.shards.map(({ position }) => position)).toEqual(allShards.map(() => '0'));
      const rows = await dataSource.query<unknown>(
        'select (select count(*) from session_status) + (select count(*) from client_totals) as count',
      );
      expect(rows).toEqual([{ count: '0' }]);
    });
  });

  it('give together what one owner of all would: each session, each call and the totals of clients', async () => {
    await withProjections(async ({ log, dataSource, claim }) => {
      const storyteller = createStoryteller(log);
      const sessions = Array.from({ length: 12 }, (_, n) => n);
      await claim();
      const store = createPostgresStore(dataSource, sessionReports.name);
      const halves = [
        allShards.filter((shard) => shard % 2 === 0),
        allShards.filter((shard) => shard % 2 > 0),
      ];
      expect(new Set(sessions.map((n) => shardOf(tenantId, sessionId(n)) % 2)).size).toBe(2);
      const owners = await Promise.all(
        halves.map(async (shards) =>
          startProjection(log, store, await claimLive(dataSource, sessionReports, shards), 3),
        ),
      );
      for (const what of ['open', 'accept', 'call', 'call', 'open', 'call'] as const)
        await storyteller.tell(sessions.map((n) => step(what, n)));
      const head = await log.head();
      await until(async () => {
        const live = await readLive(dataSource, sessionReports.name);
        return live?.shards.every(({ position }) => position === head) ?? false;
      });
      await Promise.all(owners.map((owner) => owner.stop()));
      const totals = (): Promise<unknown> =>
        dataSource.query(`select tenant_id, client, shard, sessions, calls, errors from client_totals t
          join projections p on p.generation = t.generation and p.state = 'live' order by client, shard`);
      const calls = (): Promise<unknown> =>
        dataSource.query(`select to_jsonb(c) - 'generation' as call from tool_calls c
          join projections p on p.generation = c.generation and p.state = 'live' order by position`);
      const before = [await totals(), await calls()];
      const sum = await dataSource.query<unknown>(
        'select sum(sessions)::int as sessions, sum(calls)::int as calls from client_totals',
      );
      expect(sum).toEqual([{ sessions: 12, calls: 36 }]);
      expect(await rebuildReports({ log, dataSource })).toMatchObject({ outcome: 'rebuilt' });
      expect([await totals(), await calls()]).toEqual(before);
    });
  });
});
