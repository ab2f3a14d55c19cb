import type { EvidenceEvent } from '@mcp-witness/evidence';
import { parseEvent } from '@mcp-witness/evidence';
import {
  createObserver,
  type Observation,
  type ObservedEvent,
  type Sink,
  witnessSink,
} from '@mcp-witness/observer';
import { describe, expect, it } from '@jest/globals';
import { anAttempt } from './support/attempt-token.ts';
import { legacyClient, modernClient } from './support/http-clients.ts';
import { bothEras } from './support/http-servers.ts';
import { withHttp } from './support/listen.ts';

const find = { name: 'find', arguments: { id: '7' } };
const signal = new AbortController().signal;

interface Receiver {
  readonly sink: Sink;
  /** What each request brought. */
  readonly posts: (readonly EvidenceEvent[])[];
  readonly authorization: (string | undefined)[];
}

type Answering = (events: readonly EvidenceEvent[], turn: number) => { status: number; rejected?: object[] };

/** A sink, and the service that it tells, which answers as it is told to. */
async function withReceiver(answer: Answering, use: (receiver: Receiver) => Promise<void>): Promise<void> {
  const posts: (readonly EvidenceEvent[])[] = [];
  const authorization: (string | undefined)[] = [];
  await withHttp(
    (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const events = JSON.parse(Buffer.concat(chunks).toString()) as EvidenceEvent[];
        const { status, rejected = [] } = answer(events, posts.length);
        posts.push(events);
        authorization.push(req.headers.authorization);
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ rejected }));
      });
    },
    async (url) => {
      const sink = witnessSink({ url, apiKey: 'wk_key', address: 'https://tools.example/x', env: {} });
      await use({ sink, posts, authorization });
    },
  );
}

/** Real events, of a legacy and a modern client of one server. */
async function seen(headers: Record<string, string> = {}): Promise<readonly ObservedEvent[]> {
  const events: ObservedEvent[] = [];
  const keep: Sink = {
    name: 'keep',
    wantsCatalog: true,
    send: (batch) => {
      events.push(...batch.events);
      return Promise.resolve({ outcome: 'taken' });
    },
  };
  const observer = createObserver({ server: 'tickets', env: {}, sinks: [keep] });
  await withHttp(bothEras(observer), async (url) => {
    const { client, transport } = await legacyClient(url, headers);
    const modern = await modernClient(url, headers);
    for (const agent of [client, modern]) {
      await agent.listTools();
      await agent.callTool(find);
    }
    await transport.terminateSession();
    await client.close();
    await modern.close();
  });
  await observer.close();
  return events;
}

const typesOf = (events: readonly EvidenceEvent[]): string[] => events.map(({ type }) => type);
const unknown = (events: readonly EvidenceEvent[]): object[] =>
  events.map(({ event_id }, index) => ({ index, event_id, code: 'unknown_attempt' }));

describe('a sink of a service', () => {
  it.each(['', 'tools.example', 'ftp://tools.example', 'http://'])(
    'is none without an address, and says how to give one: %j',
    (url) => {
      expect(() => witnessSink({ url, env: {} })).toThrow(/^witnessSink needs a url, or WITNESS_URL/);
    },
  );

  it('is that of the environment where none is named, and its absence is said', async () => {
    const lines: string[] = [];
    const log = (line: string): number => lines.push(line);
    const quiet = createObserver({ server: 'tickets', env: { WITNESS_URL: 'http://127.0.0.1:9' }, log });
    expect(lines).toEqual([]);
    const deaf = createObserver({ server: 'tickets', env: {}, log });
    expect(lines).toEqual(['nothing is told to anybody: name sinks, or set WITNESS_URL']);
    await Promise.all([quiet.close(), deaf.close()]);
  });
});

describe('what a Witness service is told', () => {
  it('are events that it takes, in one attempt for each session, in the order of their producer', async () => {
    const events = await seen();
    await withReceiver(
      () => ({ status: 200 }),
      async ({ sink, posts, authorization }) => {
        expect(await sink.send({ events, lost: [] }, signal)).toEqual({ outcome: 'taken', refused: 0 });
        await sink.close?.();
        const all = posts.flat();
        for (const event of all) expect(parseEvent(event)).toMatchObject({ ok: true });
        expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(all.length);
        const attempts = grouped(all);
        const expected = [
          'attempt-started',
          'server-resolved',
          'protocol-accepted',
          'tools-listed',
          'tool-called',
        ];
        expect([...attempts.values()].map(typesOf)).toEqual([
          [...expected, 'connection-closed', 'execution-ended'],
          [...expected, 'execution-ended'],
        ]);
        for (const own of attempts.values())
          expect(own.map(({ producer }) => producer.sequence)).toEqual(own.map((_, at) => at + 1));
        expect(all[1]?.data).toMatchObject({
          source: 'observed',
          transport: 'http',
          target: 'https://tools.example/x',
        });
        expect(new Set(authorization)).toEqual(new Set(['Bearer wk_key']));
        expect(JSON.stringify(all)).not.toContain('found 7');
      },
    );
  });

  it('is told again as it was, when nobody knows what became of it', async () => {
    const events = await seen();
    await withReceiver(
      (_events, turn) => ({ status: turn === 0 ? 503 : 200 }),
      async ({ sink, posts }) => {
        expect(await sink.send({ events, lost: [] }, signal)).toMatchObject({ outcome: 'later' });
        expect(await sink.send({ events, lost: [] }, signal)).toMatchObject({ outcome: 'taken' });
        await sink.close?.();
        expect(posts[1]).toEqual(posts[0]);
      },
    );
  });

  it('waits for an attempt that is not known yet, and holds up no other session', async () => {
    const { token } = anAttempt('mine');
    const [told, untold] = [await seen({ 'witness-attempt': token }), await seen()];
    let isKnown = false;
    const answer: Answering = (events) => {
      const early = events.map((event, index) => ({ event, index }));
      const rejected = early.filter(
        ({ event }) => !isKnown && event.attachment_attempt_id.startsWith('0190a000'),
      );
      return {
        status: 200,
        rejected: rejected.map(({ event, index }) => ({
          index,
          event_id: event.event_id,
          code: 'unknown_attempt',
        })),
      };
    };
    await withReceiver(answer, async ({ sink, posts }) => {
      expect(await sink.send({ events: [...told, ...untold], lost: [] }, signal)).toMatchObject({
        refused: 0,
      });
      isKnown = true;
      for (let turns = 0; posts.length < 2 && turns < 500; turns += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const first = posts[0]?.filter(({ attachment_attempt_id }) =>
        attachment_attempt_id.startsWith('0190a000'),
      );
      expect(posts[1]).toEqual(first);
      expect(typesOf(first ?? [])).not.toContain('attempt-started');
      await sink.close?.();
      const calls = posts.flat().filter(({ type }) => type === 'tool-called');
      // What was tried again may not be answered yet when the sink is closed.
      expect(calls).toHaveLength(6);
      expect(new Set(calls.map(({ event_id }) => event_id)).size).toBe(4);
    });
  });

  it('is tried again in requests that the service takes, until all is told, with what is refused then counted', async () => {
    const { token } = anAttempt('mine');
    const call = (await seen({ 'witness-attempt': token })).findLast(({ kind }) => kind === 'call')!;
    const many = Array.from({ length: 1_800 }, (_, at) => ({ ...call, id: `e${at}` }));
    const answer: Answering = (events, turn) => {
      if (turn < 2) return { status: 422, rejected: unknown(events) };
      if (turn === 2 || turn === 4) return { status: 503 };
      const [first] = events;
      const refusal = { index: 0, event_id: first?.event_id, code: 'conflict' };
      return { status: 200, rejected: turn === 3 ? [refusal] : [] };
    };
    await withReceiver(answer, async ({ sink, posts }) => {
      for (const half of [many.slice(0, 900), many.slice(900)])
        expect(await sink.send({ events: half, lost: [] }, signal)).toEqual({ outcome: 'taken', refused: 0 });
      for (let turns = 0; posts.length < 6 && turns < 500; turns += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const all = posts.slice(0, 2).flat();
      expect(posts.slice(2, 4)).toEqual([all.slice(0, 1_000), all.slice(0, 1_000)]);
      expect(posts.slice(4)).toEqual([all.slice(1_000), all.slice(1_000)]);
      const last = { events: [{ ...call, id: 'last' }], lost: [] };
      expect(await sink.send(last, signal)).toEqual({ outcome: 'taken', refused: 1 });
      await sink.close?.();
    });
  });

  it('goes to a session of its own, when nobody knows its attempt at the end', async () => {
    const { token } = anAttempt('mine');
    const events = await seen({ 'witness-attempt': token });
    await withReceiver(
      (all, turn) => (turn === 0 ? { status: 422, rejected: unknown(all) } : { status: 200 }),
      async ({ sink, posts }) => {
        await sink.send({ events, lost: [] }, signal);
        await sink.close?.();
        const own = posts.slice(1).flat();
        expect(typesOf(own).filter((type) => type === 'tool-called')).toHaveLength(2);
        expect(own.every(({ attachment_attempt_id }) => !attachment_attempt_id.startsWith('0190a000'))).toBe(
          true,
        );
        expect(own[0]).toMatchObject({ type: 'attempt-started', data: { entry: 'observed' } });
        expect(own.at(-1)?.type).toBe('execution-ended');
      },
    );
  });

  it('tells what an earlier process saw as a session of that one, which ended with what it saw last', async () => {
    const [call] = (await seen()).filter(({ kind }) => kind === 'call').slice(-1);
    const earlier = '0190a000-0000-4000-8000-000000000001';
    const own: Observation['correlation'] = { rung: 'none' };
    const stdio: Observation['correlation'] = { rung: 'process', value: earlier };
    const events = [own, stdio].map((correlation, at) => ({ ...call!, id: `${earlier}-${at}`, correlation }));
    await withReceiver(
      () => ({ status: 200 }),
      async ({ sink, posts }) => {
        const ours = { ...call!, correlation: own };
        await sink.send({ events: [...events, ours], lost: [{ reason_code: 'closed', count: 1 }] }, signal);
        await sink.close?.();
        const attempts = [...grouped(posts.flat()).values()];
        expect(attempts).toHaveLength(3);
        for (const attempt of attempts.slice(0, 2)) {
          expect(attempt[0]?.data).not.toHaveProperty('pid');
          expect(attempt.at(-1)).toMatchObject({
            type: 'execution-ended',
            occurred_at: attempt.find(({ type }) => type === 'tool-called')?.occurred_at,
          });
        }
        expect(attempts[2]?.[0]?.data).toMatchObject({ pid: process.pid });
        expect(typesOf(attempts[2] ?? [])).toContain('evidence-lost');
      },
    );
  });

  it('tells the end of sessions that it keeps no longer, and goes on with one that others share', async () => {
    const call = (await seen()).findLast(({ kind }) => kind === 'call')!;
    const shared: Observation['correlation'] = { rung: 'handle', session_id: 'h1' };
    const many = Array.from({ length: 4_097 }, (_, at): ObservedEvent => {
      const correlation: Observation['correlation'] =
        at === 0 ? shared : { rung: 'transport_session', value: `s${at}` };
      return { ...call, id: `e${at}`, at: call.at + at, correlation };
    });
    const again = [many[1]!, many[0]!].map((event, at) => ({
      ...event,
      id: `again-${at}`,
      at: call.at + 9_000 + at,
    }));
    await withReceiver(
      () => ({ status: 200 }),
      async ({ sink, posts }) => {
        await sink.send({ events: [...many, ...again], lost: [] }, signal);
        const all = posts.flat();
        const attempts = [...grouped(all).values()];
        const endOf = (attempt: readonly EvidenceEvent[]) =>
          attempt.filter(({ type }) => type === 'execution-ended');
        const [ofShared, ofFirst, ofSecond] = attempts as [EvidenceEvent[], EvidenceEvent[], EvidenceEvent[]];
        expect([ofShared, ofFirst, ofSecond].map((attempt) => endOf(attempt).length)).toEqual([0, 1, 1]);
        expect(endOf(ofFirst)).toMatchObject([
          {
            data: { reason_code: 'session_closed' },
            occurred_at: ofFirst.find(({ type }) => type === 'tool-called')?.occurred_at,
          },
        ]);
        const counted = ofShared.map(({ producer }) => `${producer.id} ${producer.sequence}`);
        expect(new Set(counted).size).toBe(counted.length);
        expect(ofShared.filter(({ type }) => type === 'tool-called')).toHaveLength(2);
        await sink.close?.();
      },
    );
  });

  it('tells the end of a session that it gave up for what was lost, when it is told nothing more', async () => {
    const call = (await seen()).findLast(({ kind }) => kind === 'call')!;
    const events = Array.from({ length: 4_096 }, (_, at): ObservedEvent => {
      const correlation: Observation['correlation'] = { rung: 'transport_session', value: `s${at}` };
      return { ...call, id: `e${at}`, correlation };
    });
    await withReceiver(
      () => ({ status: 200 }),
      async ({ sink, posts }) => {
        await sink.send({ events, lost: [{ reason_code: 'buffer_full', count: 1 }] }, signal);
        await sink.close?.();
        const attempts = [...grouped(posts.flat()).values()];
        expect(attempts).toHaveLength(4_097);
        const ends = attempts.map((attempt) => attempt.filter(({ type }) => type === 'execution-ended'));
        expect(ends.filter(({ length }) => length !== 1)).toEqual([]);
        expect(ends[0]).toMatchObject([{ data: { reason_code: 'session_closed' } }]);
      },
    );
  });

  it('says how much was lost, once', async () => {
    const events = await seen();
    await withReceiver(
      () => ({ status: 200 }),
      async ({ sink, posts }) => {
        await sink.send({ events, lost: [{ reason_code: 'buffer_full', count: 3 }] }, signal);
        await sink.close?.();
        const lost = posts.flat().filter(({ type }) => type === 'evidence-lost');
        expect(lost.map(({ data }) => data)).toEqual([{ count: 3, reason_code: 'buffer_full' }]);
      },
    );
  });

  it('tells again of the same losses, and of those since beside them, until they are taken', async () => {
    const events = await seen();
    const loss = (count: number) => [{ reason_code: 'buffer_full', count }] as const;
    await withReceiver(
      (_events, turn) => ({ status: turn < 2 ? 503 : 200 }),
      async ({ sink, posts }) => {
        for (const count of [3, 3, 5]) await sink.send({ events, lost: loss(count) }, signal);
        await sink.send({ events: [], lost: loss(1) }, signal);
        const lost = posts.map((post) => post.filter(({ type }) => type === 'evidence-lost'));
        expect(lost[1]).toEqual(lost[0]);
        expect(lost[2]?.slice(0, 1)).toEqual(lost[0]);
        const counts = lost.map((all) => all.map(({ data }) => (data as { count: number }).count));
        expect(counts).toEqual([[3], [3], [3, 2], [1]]);
        await sink.close?.();
      },
    );
  });

  it('names the same attempt from every process for a session that a handle names', async () => {
    const [of] = (await seen()).filter(({ kind }) => kind === 'call');
    const correlation: Observation['correlation'] = { rung: 'handle', session_id: 'h1' };
    const attempts: string[] = [];
    for (const id of ['one', 'other'])
      await withReceiver(
        () => ({ status: 200 }),
        async ({ sink, posts }) => {
          await sink.send({ events: [{ ...of!, id, correlation }], lost: [] }, signal);
          await sink.close?.();
          expect(typesOf(posts.flat())).not.toContain('execution-ended');
          attempts.push(posts[0]![0]!.attachment_attempt_id);
        },
      );
    expect(attempts[0]).toBe(attempts[1]);
  });
});

function grouped(events: readonly EvidenceEvent[]): Map<string, EvidenceEvent[]> {
  const groups = new Map<string, EvidenceEvent[]>();
  for (const event of events) {
    const { attachment_attempt_id: id } = event;
    groups.set(id, [...(groups.get(id) ?? []), event]);
  }
  return groups;
}
