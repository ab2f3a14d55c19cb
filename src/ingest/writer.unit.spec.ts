import { describe, expect, it } from '@jest/globals';
import { type EventLog, type LogEvent } from '@mcp-witness/event-log';
import { memoryEventLog } from '@mcp-witness/event-log/memory';
import { parseAttempt, parseEvent } from '@mcp-witness/evidence';
import { type CatalogEntry, type Catalogs } from '../log/catalogs.ts';
import { attemptStream, sessionStream } from '../log/streams.ts';
import { prepare } from './arrival.ts';
import { type AttemptKey } from './known-streams.ts';
import { type Prepared } from './prepared.ts';
import { createWriter } from './writer.ts';

const idOf = (n: number, millisecond = 0): string =>
  `0197a000-${millisecond.toString(16).padStart(4, '0')}-7000-8000-${n.toString(16).padStart(12, '0')}`;
const keyOf = (attempt: string): AttemptKey => ({ tenant_id: 'default', attachment_attempt_id: attempt });

interface AttemptInput {
  readonly attempt: string;
  readonly session?: string;
  readonly producer?: string;
  readonly servers?: readonly string[];
  readonly source?: string;
}

const attemptOf = ({
  attempt,
  session = 's',
  producer = 'relay',
  servers = ['hub'],
  source = 'built_in',
}: AttemptInput) => {
  const parsed = parseAttempt({
    attachment_attempt_id: attempt,
    occurred_at: '2026-11-30T13:00:00Z',
    producer: { id: producer, sequence: 1 },
    session_id: session,
    task_id: 'task',
    entry: 'session/new',
    servers: servers.map((server_name) => ({
      server_name,
      source,
      transport: 'http',
      target: 'http://localhost',
      observed: true,
    })),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const [start, ...others] = parsed.events;
  return [prepare(start), ...others.map(prepare)] as const;
};

const eventOf = (attempt: string, n: number, over: Record<string, unknown> = {}): Prepared => {
  const parsed = parseEvent({
    event_id: idOf(n, 9),
    type: 'server-delivered',
    attachment_attempt_id: attempt,
    occurred_at: '2026-11-30T13:00:01Z',
    producer: { id: 'relay', sequence: n },
    witness: 'acp_relay',
    data: { server_name: 'hub', channel: 'acp', transport: 'http' },
    ...over,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return prepare(parsed.event);
};

const noCatalogs: Catalogs = { put: () => Promise.resolve() };

const typesOf = async (log: EventLog, attempt: string): Promise<string[]> =>
  (await streamOf(log, attemptStream(attempt))).map(({ type }) => type);
const streamOf = (log: EventLog, stream: string): Promise<readonly LogEvent[]> =>
  log.readStream({ tenant_id: 'default', stream });

/** Fails one append, the nth, as a crash between two appends would. */
const failingAt = (log: EventLog, failing: number): EventLog => {
  let count = 0;
  return {
    ...log,
    append: (append) => {
      count += 1;
      return count === failing ? Promise.reject(new Error('The process died here.')) : log.append(append);
    },
  };
};

describe('the writer', () => {
  it('opens an attempt with its place, its start and its servers', async () => {
    const log = memoryEventLog();
    const opened = await createWriter(log, noCatalogs).open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    expect(opened).toMatchObject({
      outcome: 'opened',
      placed: { ordinal: 1, superseded: null },
      position: '3',
    });
    expect(await typesOf(log, idOf(1))).toEqual(['attempt-started', 'server-resolved']);
  });

  it('stores an attempt that comes again once, and refuses other content under its id', async () => {
    const log = memoryEventLog();
    for (const writer of [createWriter(log, noCatalogs), createWriter(log, noCatalogs)]) {
      await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
      expect(await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }))).toMatchObject({
        outcome: 'known',
      });
      for (const servers of [['other'], ['hub', 'more'], []]) {
        const other = await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1), servers }));
        expect(other).toEqual({ outcome: 'conflict' });
      }
      const elsewhere = await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1), session: 't' }));
      expect(elsewhere).toEqual({ outcome: 'conflict' });
    }
    expect(await log.head()).toBe('3');
  });

  it('supersedes the former attempt of the session and tells both', async () => {
    const log = memoryEventLog();
    const writer = createWriter(log, noCatalogs);
    await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    const second = await writer.open(keyOf(idOf(2)), attemptOf({ attempt: idOf(2) }));
    expect(second).toMatchObject({ placed: { ordinal: 2, superseded: idOf(1) } });
    expect(await typesOf(log, idOf(1))).toEqual(['attempt-started', 'server-resolved', 'attempt-superseded']);
    const again = await writer.open(keyOf(idOf(2)), attemptOf({ attempt: idOf(2) }));
    expect(again).toMatchObject({ outcome: 'known', placed: { ordinal: 2, superseded: idOf(1) } });
    expect(await typesOf(log, idOf(1))).toHaveLength(3);
  });

  it('makes a late attempt of another producer history at once', async () => {
    const log = memoryEventLog();
    const writer = createWriter(log, noCatalogs);
    await writer.open(keyOf(idOf(1, 5)), attemptOf({ attempt: idOf(1, 5) }));
    const late = await writer.open(keyOf(idOf(2, 4)), attemptOf({ attempt: idOf(2, 4), producer: 'other' }));
    expect(late).toMatchObject({ placed: { ordinal: 2, superseded: null } });
    expect(await typesOf(log, idOf(1, 5))).not.toContain('attempt-superseded');
    expect(await typesOf(log, idOf(2, 4))).toContain('attempt-superseded');
  });

  it.each([1, 2, 3])('heals when it died before append %i of a supersession', async (failing) => {
    const log = memoryEventLog();
    await createWriter(log, noCatalogs).open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    const dying = createWriter(failingAt(log, failing), noCatalogs);
    await expect(dying.open(keyOf(idOf(2)), attemptOf({ attempt: idOf(2) }))).rejects.toThrow('died');
    const again = await createWriter(log, noCatalogs).open(keyOf(idOf(2)), attemptOf({ attempt: idOf(2) }));
    expect(again).toMatchObject({ placed: { ordinal: 2, superseded: idOf(1) } });
    expect(await typesOf(log, idOf(1))).toEqual(['attempt-started', 'server-resolved', 'attempt-superseded']);
    expect(await typesOf(log, idOf(2))).toEqual(['attempt-started', 'server-resolved']);
    expect(await streamOf(log, sessionStream('s'))).toHaveLength(2);
  });

  it('heals through the next attempt when the dead one never comes again', async () => {
    const log = memoryEventLog();
    await createWriter(log, noCatalogs).open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    const dying = createWriter(failingAt(log, 2), noCatalogs);
    await expect(dying.open(keyOf(idOf(2)), attemptOf({ attempt: idOf(2) }))).rejects.toThrow('died');
    await createWriter(log, noCatalogs).open(keyOf(idOf(3)), attemptOf({ attempt: idOf(3) }));
    expect(await typesOf(log, idOf(1))).toContain('attempt-superseded');
    expect(await typesOf(log, idOf(2))).toEqual([]);
    await createWriter(log, noCatalogs).open(keyOf(idOf(2)), attemptOf({ attempt: idOf(2) }));
    expect(await typesOf(log, idOf(2))).toContain('attempt-superseded');
    expect(await typesOf(log, idOf(3))).not.toContain('attempt-superseded');
  });

  it('gives attempts that race distinct ordinals and leaves one current', async () => {
    const log = memoryEventLog();
    const ids = Array.from({ length: 12 }, (_, n) => idOf(n + 1));
    const opened = await Promise.all(
      ids.map((attempt) => createWriter(log, noCatalogs).open(keyOf(attempt), attemptOf({ attempt }))),
    );
    const ordinals = opened.map((one) => ('placed' in one ? one.placed.ordinal : 0));
    expect(ordinals.sort((a, b) => a - b)).toEqual(ids.map((_, n) => n + 1));
    const superseded = await Promise.all(
      ids.map(async (id) => (await typesOf(log, id)).includes('attempt-superseded')),
    );
    expect(superseded.filter((told) => !told)).toHaveLength(1);
  });

  it('opens an attempt that comes as evidence to the same effect', async () => {
    const log = memoryEventLog();
    const writer = createWriter(log, noCatalogs);
    await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    const [start, server] = attemptOf({ attempt: idOf(2) });
    const written = await writer.write(keyOf(idOf(2)), [eventOf(idOf(2), 3), start, server!]);
    expect(written.verdicts).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await typesOf(log, idOf(2))).toEqual(['attempt-started', 'server-delivered', 'server-resolved']);
    expect(await typesOf(log, idOf(1))).toContain('attempt-superseded');
    const posted = await writer.open(keyOf(idOf(2)), attemptOf({ attempt: idOf(2) }));
    expect(posted).toMatchObject({ outcome: 'known', placed: { ordinal: 2, superseded: idOf(1) } });
  });

  it('takes no server that it does not know from a post of an attempt that began otherwise, but as evidence', async () => {
    const log = memoryEventLog();
    const writer = createWriter(log, noCatalogs);
    const [start, server] = attemptOf({ attempt: idOf(1) });
    await writer.write(keyOf(idOf(1)), [start]);
    const posted = (): Promise<unknown> => writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    expect(await posted()).toEqual({ outcome: 'conflict' });
    expect(await typesOf(log, idOf(1))).toEqual(['attempt-started']);
    expect((await writer.write(keyOf(idOf(1)), [server!])).verdicts).toEqual(['accepted']);
    expect(await posted()).toMatchObject({ outcome: 'known' });
  });

  it('takes what opens an attempt for the same under another event id', async () => {
    const log = memoryEventLog();
    const writer = createWriter(log, noCatalogs);
    await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    const renamed = attemptOf({ attempt: idOf(1) }).map(({ event }, n) =>
      prepare({ ...event, event_id: idOf(n + 70) }),
    );
    expect((await writer.write(keyOf(idOf(1)), renamed)).verdicts).toEqual(['duplicate', 'duplicate']);
    expect(await log.head()).toBe('3');
  });

  it('stores each event once, tells duplicates from conflicts, and takes what is new beside them', async () => {
    const log = memoryEventLog();
    const writer = createWriter(log, noCatalogs);
    const key = keyOf(idOf(1));
    await writer.open(key, attemptOf({ attempt: idOf(1) }));
    const first = await writer.write(key, [eventOf(idOf(1), 3), eventOf(idOf(1), 4)]);
    const second = await createWriter(log, noCatalogs).write(key, [
      eventOf(idOf(1), 4),
      eventOf(idOf(1), 5),
      eventOf(idOf(1), 3, { witness: 'host' }),
      eventOf(idOf(1), 5),
      eventOf(idOf(1), 5, { witness: 'host' }),
    ]);
    expect(first.verdicts).toEqual(['accepted', 'accepted']);
    expect(second.verdicts).toEqual(['duplicate', 'accepted', 'conflict', 'duplicate', 'conflict']);
    expect(await typesOf(log, idOf(1))).toHaveLength(5);
  });

  it('knows an attempt by its tenant', async () => {
    const log = memoryEventLog();
    const writer = createWriter(log, noCatalogs);
    await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    const elsewhere = await writer.write({ ...keyOf(idOf(1)), tenant_id: 'other' }, [eventOf(idOf(1), 3)]);
    expect(elsewhere).toEqual({ verdicts: ['unknown_attempt'], position: null });
  });

  it('stores identical posts of the same moment once, in one process and in several', async () => {
    const log = memoryEventLog();
    const key = keyOf(idOf(1));
    const writers = Array.from({ length: 4 }, () => createWriter(log, noCatalogs));
    await writers[0]!.open(key, attemptOf({ attempt: idOf(1) }));
    const posts = [...writers, ...writers].map((writer) =>
      writer.write(
        key,
        Array.from({ length: 50 }, (_, n) => eventOf(idOf(1), n + 3)),
      ),
    );
    const verdicts = (await Promise.all(posts)).flatMap((written) => written.verdicts);
    expect(verdicts.filter((verdict) => verdict === 'accepted')).toHaveLength(50);
    expect(verdicts.filter((verdict) => verdict === 'duplicate')).toHaveLength(350);
    const ids = (await streamOf(log, attemptStream(idOf(1)))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(52);
    expect(ids).toHaveLength(52);
  });

  it('takes up again after an append whose outcome nobody knows', async () => {
    const log = memoryEventLog();
    const key = keyOf(idOf(1));
    let lose = false;
    const losing: EventLog = {
      ...log,
      append: async (append) => {
        const result = await log.append(append);
        if (lose) throw new Error('The answer was lost.');
        return result;
      },
    };
    const writer = createWriter(losing, noCatalogs);
    await writer.open(key, attemptOf({ attempt: idOf(1) }));
    lose = true;
    await expect(writer.write(key, [eventOf(idOf(1), 3)])).rejects.toThrow('lost');
    lose = false;
    const again = await writer.write(key, [eventOf(idOf(1), 3), eventOf(idOf(1), 4)]);
    expect(again.verdicts).toEqual(['duplicate', 'accepted']);
  });

  it('keeps the catalog of a built-in server before its event, and none of a third party', async () => {
    const log = memoryEventLog();
    const kept: CatalogEntry[] = [];
    const catalogs: Catalogs = {
      put: async (entry) => {
        expect(await typesOf(log, idOf(1))).not.toContain('tools-listed');
        kept.push(entry);
      },
    };
    const writer = createWriter(log, catalogs);
    const listed = (attempt: string): Prepared =>
      eventOf(attempt, 3, {
        type: 'tools-listed',
        witness: 'front',
        data: {
          server_name: 'hub',
          tool_count: 1,
          pages: 1,
          complete: true,
          tools: [{ name: 't', input_schema: {} }],
        },
      });
    await writer.open(keyOf(idOf(1)), attemptOf({ attempt: idOf(1) }));
    await writer.write(keyOf(idOf(1)), [listed(idOf(1))]);
    expect(kept).toHaveLength(1);
    expect(kept[0]?.tools.map(({ name }) => name)).toEqual(['t']);
    await writer.open(keyOf(idOf(2)), attemptOf({ attempt: idOf(2), source: 'profile' }));
    await writer.write(keyOf(idOf(2)), [listed(idOf(2))]);
    expect(kept).toHaveLength(1);
    const [stored] = (await streamOf(log, attemptStream(idOf(2)))).slice(-1);
    expect(JSON.parse(stored!.data).data).toMatchObject({ tool_count: 1, catalog_digest: kept[0]?.digest });
    expect(stored!.data).not.toContain('"tools"');
  });

  it('keeps tool names of built-in servers only, and knows the event again either way', async () => {
    const log = memoryEventLog();
    const writer = createWriter(log, noCatalogs);
    const called = (attempt: string): Prepared =>
      eventOf(attempt, 3, {
        type: 'tool-called',
        witness: 'front',
        data: {
          server_name: 'hub',
          tool_name: 'search',
          started_at: '2026-11-30T13:00:01Z',
          duration_ms: 1,
          outcome: 'ok',
          result_bytes: 2,
          round_trips: 1,
        },
      });
    for (const [attempt, source, held] of [
      [idOf(1), 'built_in', true],
      [idOf(2), 'profile', false],
    ] as const) {
      await writer.open(keyOf(attempt), attemptOf({ attempt, source }));
      await writer.write(keyOf(attempt), [called(attempt)]);
      expect((await writer.write(keyOf(attempt), [called(attempt)])).verdicts).toEqual(['duplicate']);
      const stream = await streamOf(log, attemptStream(attempt));
      expect(stream[2]?.data.includes('search')).toBe(held);
    }
  });
});
