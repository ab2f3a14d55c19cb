import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { historyOf } from '../../src/projections/fold/session-view.ts';
import { ProjectionMetrics } from '../../src/projections/projection-metrics.ts';
import { Projector } from '../../src/projections/projector.ts';
import { readSession } from '../../src/projections/read/read-session.ts';
import { createChanges } from '../../src/projections/run/changes.ts';
import { rowFollower } from '../../src/projections/run/follow-rows.ts';
import { createProgress } from '../../src/projections/run/progress.ts';
import { rebuildReports } from '../../src/projections/run/rebuild.ts';
import { tryOwn } from '../../src/projections/run/ownership.ts';
import { createPostgresStore } from '../../src/projections/store/postgres-store.ts';
import { listGenerations, sweepCatalogs } from '../../src/projections/store/generations.ts';
import { allShards } from '../../src/projections/shard.ts';
import { sessionReports } from '../../src/projections/definition.ts';
import { foldedFromStreams } from './support/folded-from-streams.ts';
import { withProjections } from './support/on-database.ts';
import { startProjection } from './support/project.ts';
import { rowsOf } from './support/rows.ts';
import { createStoryteller, digestOf, sessionId, type Step, steps, tenantId } from './support/story.ts';

const step = (what: Step['what'], over: Partial<Step> = {}): Step => ({
  session: 0,
  attempt: 0,
  server: 'hub',
  what,
  ...over,
});

describe('the read models in PostgreSQL', () => {
  it('show for every session what folding its streams gives, and the same when built anew', async () => {
    await withProjections(async (projected) => {
      const { log, dataSource } = projected;
      const storyteller = createStoryteller(log);
      await fc.assert(
        fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (story, pageSize) => {
          await storyteller.tell(story);
          await projected.project(pageSize);
          for (const session of [0, 1, 2]) {
            const reading = await readSession(dataSource, tenantId, sessionId(session));
            expect(reading && historyOf(reading.view)).toEqual(await foldedFromStreams(log, session));
          }
          const live = await rowsOf(projected);
          expect(await rebuildReports({ log, dataSource })).toMatchObject({ outcome: 'rebuilt' });
          expect(await rowsOf(projected)).toEqual(live);
        }),
        { numRuns: 8 },
      );
    });
  });

  it('tell a process that takes over what the former owner wrote after it looked last', async () => {
    await withProjections(async ({ log, dataSource, project }) => {
      const storyteller = createStoryteller(log);
      await storyteller.tell([step('open')]);
      await project();
      const changes = createChanges();
      const progress = createProgress();
      const told: string[] = [];
      changes.listen((change) => told.push(change.session_id));
      const head = await log.head();
      progress.advance(allShards.map((shard) => ({ shard, position: head })));
      await storyteller.tell([step('deliver'), step('open', { session: 1 })]);
      await project();
      const metrics = new ProjectionMetrics(new Registry());
      const projector = new Projector(log, dataSource, { metrics, changes, progress });
      projector.onApplicationBootstrap();
      expect(await progress.reached(await log.head(), 10_000)).toBe(true);
      await projector.onApplicationShutdown();
      expect(told.sort()).toEqual([sessionId(0), sessionId(1)]);
    });
  });

  it('tell once what others wrote, though it is looked for on two grounds at the same time', async () => {
    await withProjections(async ({ log, dataSource, project }) => {
      const storyteller = createStoryteller(log);
      await storyteller.tell([step('open')]);
      await project();
      const changes = createChanges();
      const progress = createProgress();
      const told: string[] = [];
      changes.listen((change) => told.push(change.position));
      const head = await log.head();
      progress.advance(allShards.map((shard) => ({ shard, position: head })));
      await storyteller.tell([step('deliver')]);
      await project();
      // Both looks are to be under way at once, not one before the other's connection is there.
      await Promise.all([1, 2].map(() => dataSource.query('select pg_sleep(0.1)')));
      const stopped = new AbortController();
      const rows = rowFollower({ dataSource, changes, progress, signal: stopped.signal });
      const looking = rows.follow({
        next: () => {
          stopped.abort();
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      });
      await Promise.all([looking, rows.own(allShards)]);
      expect(told).toEqual([await log.head()]);
    });
  });

  it('go on while they are built anew, and the owner goes on in the new ones', async () => {
    await withProjections(async (projected) => {
      const { log, dataSource, claim } = projected;
      const storyteller = createStoryteller(log);
      const store = createPostgresStore(dataSource, sessionReports.name);
      await storyteller.tell([step('open'), step('deliver')]);
      await projected.project();
      const owner = startProjection(log, store, await claim());
      const rebuilding = rebuildReports({ log, dataSource });
      await storyteller.tell([step('accept')]);
      expect(await rebuilding).toMatchObject({ outcome: 'rebuilt', skipped: 0 });
      await storyteller.tell([step('list')]);
      expect(await owner.outcome).toBe('fenced');
      await projected.project();
      const reading = await readSession(dataSource, tenantId, sessionId(0));
      expect(reading && historyOf(reading.view)).toEqual(await foldedFromStreams(log, 0));
      expect(await listGenerations(dataSource, sessionReports.name)).toMatchObject([{ state: 'live' }]);
    });
  });

  it('are as before when a rebuild is stopped', async () => {
    await withProjections(async (projected) => {
      const { log, dataSource } = projected;
      await createStoryteller(log).tell([step('open'), step('deliver')]);
      await projected.project();
      const before = await rowsOf(projected);
      const rebuilt = await rebuildReports({ log, dataSource, signal: AbortSignal.abort() });
      expect(rebuilt).toEqual({ outcome: 'stopped' });
      expect(await rowsOf(projected)).toEqual(before);
      expect(await listGenerations(dataSource, sessionReports.name)).toHaveLength(1);
    });
  });

  it('are built anew by one process at a time', async () => {
    await withProjections(async ({ log, dataSource }) => {
      const other = await tryOwn(dataSource, `witness rebuild ${sessionReports.name}`);
      expect(await rebuildReports({ log, dataSource })).toEqual({ outcome: 'busy' });
      await other?.release();
      expect(await rebuildReports({ log, dataSource })).toMatchObject({ outcome: 'rebuilt', events: 0 });
    });
  });

  it('have one owner, and another once it has gone', async () => {
    await withProjections(async ({ dataSource }) => {
      const first = await tryOwn(dataSource, 'purpose');
      expect(await tryOwn(dataSource, 'purpose')).toBeNull();
      await first?.release();
      const second = await tryOwn(dataSource, 'purpose');
      expect(second).not.toBeNull();
      await second?.release();
    });
  });

  it('refuse an owner that another has followed, and keep nothing of what it writes', async () => {
    await withProjections(async (projected) => {
      const { log, dataSource, claim } = projected;
      const stale = await claim();
      await claim();
      await createStoryteller(log).tell([step('open')]);
      const owner = startProjection(log, createPostgresStore(dataSource, sessionReports.name), stale);
      expect(await owner.outcome).toBe('fenced');
      expect(await readSession(dataSource, tenantId, sessionId(0))).toBeNull();
    });
  });

  it('lose rows and checkpoint together when a write breaks, and have both after the next try', async () => {
    await withProjections(async (projected) => {
      const { log, dataSource, database, claim } = projected;
      await createStoryteller(log).tell([step('open'), step('deliver')]);
      await database.ownerPool.query(`alter table session_status add constraint broken check (false)`);
      const checkpoint = await claim();
      const owner = startProjection(log, createPostgresStore(dataSource, sessionReports.name), checkpoint);
      await owner.until(({ failures, changes }) => failures.length > 1 && changes.length > 0);
      expect(owner.told.changes.every(({ durable }) => !durable)).toBe(true);
      expect(await listGenerations(dataSource, sessionReports.name)).toMatchObject([
        { shards: allShards.map((shard) => ({ shard, position: '0' })) },
      ]);
      await database.ownerPool.query('alter table session_status drop constraint broken');
      await owner.until(({ changes }) => changes.some(({ durable }) => durable));
      await owner.stop();
      const reading = await readSession(dataSource, tenantId, sessionId(0));
      expect(reading && historyOf(reading.view)).toEqual(await foldedFromStreams(log, 0));
    });
  });

  it('keep the catalogs of current attempts, and drop others once their events are long past', async () => {
    await withProjections(async (projected) => {
      const { log, dataSource, database } = projected;
      const insert = `insert into catalogs (tenant_id, digest, body, touched_at)
        values ('default', $1, '[]', now() - $2::interval)`;
      await database.ownerPool.query(insert, [digestOf('hub'), '1 hour']);
      await database.ownerPool.query(insert, ['unnamed and old', '1 hour']);
      await database.ownerPool.query(insert, ['about to be named', '1 minute']);
      const storyteller = createStoryteller(log);
      await storyteller.tell([step('open'), step('list')]);
      await projected.project();
      const kept = async (): Promise<unknown> => {
        await sweepCatalogs(dataSource, sessionReports.name);
        const rows = await dataSource.query<{ digest: string }[]>(
          'select digest from catalogs order by digest',
        );
        return rows.map((row) => row.digest);
      };
      expect(await kept()).toEqual([digestOf('hub'), 'about to be named'].toSorted());
      await storyteller.tell([step('open')]);
      await projected.project();
      expect(await kept()).toEqual(['about to be named']);
    });
  });
});
