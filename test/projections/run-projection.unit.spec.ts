import { describe, expect, it } from '@jest/globals';
import { Position } from '@mcp-witness/event-log';
import { memoryEventLog } from '@mcp-witness/event-log/memory';
import fc from 'fast-check';
import { attemptStream } from '../../src/log/streams.ts';
import { historyOf } from '../../src/projections/fold/session-view.ts';
import { allShards } from '../../src/projections/shard.ts';
import { startOf } from '../../src/projections/store/checkpoint.ts';
import { keyOf } from '../../src/projections/store/key.ts';
import type { Checkpoint } from '../../src/projections/store/projection-store.ts';
import { foldedFromStreams } from './support/folded-from-streams.ts';
import { createMemoryStore, type MemoryStore } from './support/memory-store.ts';
import { projectAll, startProjection } from './support/project.ts';
import { createStoryteller, digestOf, sessionId, type Step, steps, tenantId } from './support/story.ts';

const shards = (epoch: bigint, numbers = allShards): Checkpoint => ({
  generation: 1,
  shards: numbers.map((shard) => ({ shard, epoch, position: Position.start })),
});

const start = shards(1n);

const step = (what: Step['what'], over: Partial<Step> = {}): Step => ({
  session: 0,
  attempt: 0,
  server: 'hub',
  what,
  ...over,
});

const projected = (store: MemoryStore, session: number): unknown => {
  const row = store.sessions.get(keyOf(tenantId, sessionId(session)));
  if (row === undefined) return null;
  return historyOf({
    session: row,
    attempts: row.attempts.flatMap((id) => store.attempts.get(keyOf(tenantId, id)) ?? []),
  });
};

const rowsOf = (store: MemoryStore): unknown => [
  [...store.attempts],
  [...store.sessions],
  [...store.calls],
  [...store.totals].sort(),
];

describe('a projection', () => {
  it('shows for every session what folding its streams gives, however the log is cut into pages', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (story, pageSize) => {
        const log = memoryEventLog();
        await createStoryteller(log).tell(story);
        const store = createMemoryStore(start);
        await projectAll(log, store, start, pageSize);
        for (const session of [0, 1, 2]) {
          expect(projected(store, session)).toEqual(
            JSON.parse(JSON.stringify(await foldedFromStreams(log, session))),
          );
        }
        await log.close();
      }),
      { numRuns: 60 },
    );
  });

  it('has the same rows when everything is delivered again', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const log = memoryEventLog();
        await createStoryteller(log).tell(story);
        const store = createMemoryStore(start);
        await projectAll(log, store, start);
        const before = JSON.stringify(rowsOf(store));
        const again: typeof store = {
          ...store,
          commit: (commit) => store.commit({ ...commit, checkpoint: store.checkpoint }),
        };
        await projectAll(log, again, start, 3);
        expect(JSON.stringify(rowsOf(store))).toBe(before);
        await log.close();
      }),
      { numRuns: 30 },
    );
  });

  it('has the same rows whether it runs in one go or goes on from a checkpoint', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, second) => {
        const log = memoryEventLog();
        const storyteller = createStoryteller(log);
        const parts = createMemoryStore(start);
        await storyteller.tell(first);
        await projectAll(log, parts, start, 5);
        await storyteller.tell(second);
        await projectAll(log, parts, parts.checkpoint, 5);
        const whole = createMemoryStore(start);
        await projectAll(log, whole, start);
        expect(new Map(parts.sessions)).toEqual(new Map(whole.sessions));
        expect(new Map(parts.attempts)).toEqual(new Map(whole.attempts));
        await log.close();
      }),
      { numRuns: 30 },
    );
  });

  it('tells changes as not durable while rows cannot be written, and as durable once they are', async () => {
    const log = memoryEventLog();
    const storyteller = createStoryteller(log);
    const store = createMemoryStore(start);
    store.failWith(new Error('disk full'));
    const running = startProjection(log, store, start);
    await storyteller.tell([step('open'), step('deliver'), step('accept')]);
    await running.until(({ changes }) =>
      changes.some(({ view }) => historyOf(view)?.current.servers[0]?.status === 'connected'),
    );
    expect(running.told.changes.every(({ durable }) => !durable)).toBe(true);
    expect(store.sessions.size).toBe(0);
    await running.until(({ failures }) => failures.length > 2);
    store.failWith(null);
    await running.until(({ changes }) => changes.some(({ durable }) => durable));
    await running.stop();
    expect(store.sessions.get(keyOf(tenantId, sessionId(0)))?.status?.servers[0]?.status).toBe('connected');
    expect(startOf(store.checkpoint)).toBe(await log.head());
    await log.close();
  });

  it('leaves out an event that cannot be read, says so, and goes on', async () => {
    const log = memoryEventLog();
    const storyteller = createStoryteller(log);
    await storyteller.tell([step('open')]);
    const [attempt] = storyteller.attempts(0);
    const broken = {
      id: 'x',
      type: 'server-delivered',
      schema_version: 1,
      data: '{',
      meta: '{',
      key_id: null,
    };
    const unknown = {
      ...broken,
      id: 'y',
      type: 'from-the-future',
      data: '{"data":{}}',
      meta: '{"session_id":"session-0"}',
    };
    await log.append({
      append_id: '0197a000-0000-7000-8000-000000000001',
      tenant_id: tenantId,
      stream: attemptStream(attempt!),
      expected: 'any',
      events: [broken, unknown],
    });
    await storyteller.tell([step('deliver')]);
    const store = createMemoryStore(start);
    await projectAll(log, store, start);
    expect(store.skipped).toBe(2);
    expect(store.sessions.get(keyOf(tenantId, sessionId(0)))?.status?.servers[0]?.status).toBe('delivered');
    await log.close();
  });

  it('stops when another owner has moved the checkpoint', async () => {
    const log = memoryEventLog();
    await createStoryteller(log).tell([step('open')]);
    const store = createMemoryStore(shards(2n));
    const running = startProjection(log, store, start);
    expect(await running.outcome).toBe('fenced');
    expect(store.sessions.size).toBe(0);
    await log.close();
  });

  it('needs the catalogs of the current attempt, and none of a superseded one', async () => {
    const log = memoryEventLog();
    const storyteller = createStoryteller(log);
    const store = createMemoryStore(start);
    await storyteller.tell([step('open'), step('list'), step('list', { server: 'a/b' })]);
    await projectAll(log, store, start);
    const [first] = storyteller.attempts(0);
    const needs = (id: string | undefined) => store.catalogs.get(keyOf(tenantId, id!))?.digests.toSorted();
    expect(needs(first)).toEqual([digestOf('hub'), digestOf('a/b')].toSorted());
    await storyteller.tell([step('open')]);
    await projectAll(log, store, store.checkpoint);
    expect(needs(first)).toEqual([]);
    await log.close();
  });

  it('needs no catalog of an attempt after which so many came at once that its report is shown no more', async () => {
    const log = memoryEventLog();
    const storyteller = createStoryteller(log);
    const store = createMemoryStore(start);
    await storyteller.tell([step('open'), step('accept'), step('list')]);
    await projectAll(log, store, start);
    const [first = ''] = storyteller.attempts(0);
    expect(store.catalogs.get(keyOf(tenantId, first))?.digests).toEqual([digestOf('hub')]);
    await storyteller.tell(Array.from({ length: 6 }, () => step('open')));
    await projectAll(log, store, store.checkpoint);
    expect(store.catalogs.get(keyOf(tenantId, first))?.digests).toEqual([]);
    await log.close();
  });

  it('counts a session as connected until the execution of its current attempt ends', async () => {
    const log = memoryEventLog();
    const storyteller = createStoryteller(log);
    const store = createMemoryStore(start);
    const session = () => store.sessions.get(keyOf(tenantId, sessionId(0)));
    await storyteller.tell([step('open')]);
    await projectAll(log, store, start);
    expect(session()).toMatchObject({ connected: true, status: { connected: true } });
    await storyteller.tell([step('end')]);
    await projectAll(log, store, store.checkpoint);
    expect(session()).toMatchObject({
      connected: false,
      connected_changed: await log.head(),
      status: { connected: false },
    });
    await storyteller.tell([step('open')]);
    await projectAll(log, store, store.checkpoint);
    expect(session()).toMatchObject({ connected: true, status: { connected: true } });
    await log.close();
  });
});
