import { describe, expect, it } from '@jest/globals';
import { attemptsOf, toHistory, toSessionStatus, withoutTools, type EvidenceEvent } from '../index.ts';
import { parseHistory } from '../freshness/guard.ts';
import { rowOf } from '../testing/given.ts';
import { producerOf, timeAt, uuidAt, type TestProducer } from '../testing/producer.ts';
import { eventsOf } from '../testing/server-events.ts';
import { testSession, type TestSession } from '../testing/session.ts';

const [A1, A2, A3, A4, A5] = [1000, 2000, 3000, 4000, 5000].map((time) => uuidAt(time)) as [
  string,
  string,
  string,
  string,
  string,
];

const relayOf = (attempt: string, from = 0): TestProducer =>
  producerOf('relay', { attempt, from, witness: 'acp_relay' });

const start = (producer: TestProducer, entry = 'session/new'): EvidenceEvent =>
  producer.saw('attempt-started', {
    session_id: 'session-1',
    task_id: 'task-1',
    entry,
    host: 'desk',
    agent_id: 'agent-1',
  });

/** A session whose attempts begin a hundred seconds apart. */
function sessionOf(...attempts: readonly string[]): TestSession {
  const session = testSession();
  for (const [index, id] of attempts.entries()) {
    session.claim({ id });
    session.record(start(relayOf(id, index * 100)));
  }
  return session;
}

const listTools = (attempt: string, from: number): EvidenceEvent[] => {
  const producer = producerOf('endpoint', { attempt, from });
  const hub = eventsOf('hub', producer);
  return [
    hub.resolved(),
    hub.delivered(),
    hub.acceptedModern(),
    producer.saw('tools-listed', {
      server_name: 'hub',
      tool_count: 1,
      pages: 1,
      complete: true,
      tools: [{ name: 'search' }],
      catalog_digest: 'b'.repeat(64),
      tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
      estimated_tokens_total: 12,
    }),
  ];
};

describe('the history of a session', () => {
  it('is the current attempt and the two before it, newest first', () => {
    const history = sessionOf(A1, A2, A3, A4, A5).history();
    expect(history).toMatchObject({ version: 1, session_id: 'session-1', task_id: 'task-1' });
    expect(
      [history.current, ...history.previous].map(({ attachment_attempt_id, ordinal }) => [
        attachment_attempt_id,
        ordinal,
      ]),
    ).toEqual([
      [A5, 5],
      [A4, 4],
      [A3, 3],
    ]);
    expect(history.current).toMatchObject({ superseded_at: null, superseded_by: null });
    expect(history.previous[0]).toMatchObject({ superseded_by: A5 });
  });

  it('is one that its own guard accepts', () => {
    const session = sessionOf(A1, A2);
    session.record(...listTools(A2, 150));
    expect(parseHistory(JSON.parse(JSON.stringify(session.history())))).not.toBeNull();
  });

  it('names the attempts that it is made from', () => {
    expect(attemptsOf(sessionOf(A1, A2, A3, A4, A5).state)).toEqual([A5, A4, A3, A2]);
  });

  it('bears the position of the newest event of the log that it holds', () => {
    const session = sessionOf(A1, A2);
    expect(session.history().position).toBe('4');
    session.record(eventsOf('hub', producerOf('endpoint', { attempt: A1 })).delivered());
    expect(session.history().position).toBe('5');
  });

  it('leaves out attempts whose evidence is not at hand, and is none without any', () => {
    const session = sessionOf(A1, A2);
    expect(
      toHistory(session.state, (id) => (id === A1 ? session.attempts.get(A1) : undefined)),
    ).toMatchObject({
      current: { attachment_attempt_id: A1, ordinal: 1 },
      previous: [],
    });
    expect(toHistory(session.state, () => undefined)).toBeNull();
    expect(toSessionStatus(session.state, () => undefined)).toBeNull();
  });

  it('starts each attempt without the evidence of the one before', () => {
    const session = sessionOf(A1);
    session.record(...listTools(A1, 10));
    session.claim({ id: A2 });
    const relay = relayOf(A2, 100);
    session.record(
      start(relay, 'session/reset'),
      eventsOf('hub', relay).resolved(),
      eventsOf('hub', relay).delivered(),
    );
    const { current, previous } = session.history();
    expect(rowOf(current, 'hub')).toMatchObject({
      status: 'delivered',
      evidence: 'delivered',
      tool_count: null,
    });
    expect(rowOf(previous[0]!, 'hub')).toMatchObject({ status: 'active', tool_count: 1 });
  });

  it('keeps count and digest of superseded tools, and drops tools, estimator and total, by the claim alone', () => {
    const session = sessionOf(A1);
    session.record(...listTools(A1, 10));
    const before = rowOf(session.history().current, 'hub');
    expect(before).toMatchObject({ tools: [{ name: 'search' }], estimated_tokens_total: 12 });
    session.claim({ id: A2 });
    session.record(start(relayOf(A2, 100)));
    expect(rowOf(session.history().previous[0]!, 'hub')).toMatchObject({
      status: 'active',
      tool_count: 1,
      tool_catalog_digest: 'b'.repeat(64),
      tools: null,
      tool_token_estimator: null,
      estimated_tokens_total: null,
    });
  });

  it('travels without tools where the digest is enough', () => {
    const session = sessionOf(A1);
    session.record(...listTools(A1, 10));
    const row = rowOf(withoutTools(session.history()).current, 'hub');
    expect(row).not.toHaveProperty('tools');
    expect(row).toMatchObject({
      tool_catalog_digest: 'b'.repeat(64),
      tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
    });
  });
});

describe('a load or resume', () => {
  const attemptWith = (session: TestSession, id: string, entry: string, names: readonly string[]): void => {
    session.claim({ id });
    const relay = relayOf(id);
    session.record(
      start(relay, entry),
      ...names.flatMap((name) => [
        eventsOf(name, relay).resolved('profile'),
        eventsOf(name, relay).delivered(),
      ]),
    );
  };

  it.each(['session/load', 'session/resume'])(
    'shows what it no longer names as configured, with a finding: %s',
    (entry) => {
      const session = testSession();
      attemptWith(session, A1, 'session/new', ['a', 'b', 'c']);
      attemptWith(session, A2, entry, ['c']);
      const { current, previous } = session.history();
      expect(current.servers.map(({ name, status, evidence }) => [name, status, evidence])).toEqual([
        ['c', 'delivered', 'delivered'],
        ['a', 'configured', 'configured'],
        ['b', 'configured', 'configured'],
      ]);
      expect(current.findings.map(({ code, server_name }) => [code, server_name])).toEqual([
        ['not_in_load', 'a'],
        ['not_in_load', 'b'],
      ]);
      expect(previous[0]?.servers.map(({ status }) => status)).toEqual([
        'delivered',
        'delivered',
        'delivered',
      ]);
    },
  );

  it('is not compared with an older attempt when the one before is not at hand', () => {
    const session = testSession();
    attemptWith(session, A1, 'session/new', ['a']);
    attemptWith(session, A2, 'session/new', ['b']);
    attemptWith(session, A3, 'session/load', []);
    const history = toHistory(session.state, (id) => (id === A2 ? undefined : session.attempts.get(id)));
    expect(history).toMatchObject({ current: { servers: [] }, previous: [{ attachment_attempt_id: A1 }] });
  });

  it.each(['session/new', 'session/reset', 'session/fork'])(
    'differs from %s, which names what it wants',
    (entry) => {
      const session = testSession();
      attemptWith(session, A1, 'session/new', ['a', 'c']);
      attemptWith(session, A2, entry, ['c']);
      expect(session.history().current).toMatchObject({ servers: [{ name: 'c' }], findings: [] });
    },
  );
});

describe('evidence on the endpoint of a superseded attempt', () => {
  /** A1 and A2, the second delivered at second 110 as `endpoint` saw it. */
  const superseded = (): TestSession => {
    const session = sessionOf(A1, A2);
    session.record(eventsOf('hub', producerOf('endpoint', { attempt: A2, from: 109 })).delivered());
    return session;
  };
  const onOld = (from: number, id = 'endpoint'): ReturnType<typeof eventsOf> =>
    eventsOf('hub', producerOf(id, { attempt: A1, from }));

  it('stays there, and marks the current attempt when its producer saw it after the new delivery', () => {
    const session = superseded();
    const before = session.history().current;
    session.record(onOld(120).called());
    const { current, previous } = session.history();
    expect(before.agent_kept_previous_attachment).toBe(false);
    expect(current.agent_kept_previous_attachment).toBe(true);
    expect(current.updated_at > before.updated_at).toBe(true);
    expect(rowOf(current, 'hub').status).toBe('delivered');
    expect(rowOf(previous[0]!, 'hub')).toMatchObject({ status: 'active', evidence: 'used' });
  });

  it.each([
    ['an acceptance', (old: ReturnType<typeof eventsOf>) => old.accepted('c1'), true],
    ['a list', (old: ReturnType<typeof eventsOf>) => old.listed(1), true],
    ['a close', (old: ReturnType<typeof eventsOf>) => old.closed('c1'), false],
    ['a refusal', (old: ReturnType<typeof eventsOf>) => old.refused('stale_session'), false],
  ])('marks it by %s as it should', (_, make, expected) => {
    const session = superseded();
    session.record(make(onOld(120)));
    expect(session.history().current.agent_kept_previous_attachment).toBe(expected);
  });

  it('does not mark it when it was seen before the delivery and only arrived late', () => {
    const session = superseded();
    session.record(onOld(50).called());
    expect(session.history().current.agent_kept_previous_attachment).toBe(false);
  });

  it('does not mark it by the clock of a producer that never saw the new delivery', () => {
    const session = superseded();
    session.record(onOld(500, 'elsewhere').called());
    expect(session.history().current.agent_kept_previous_attachment).toBe(false);
  });

  it('makes the current attempt more recent once, by what marked it', () => {
    const session = superseded();
    session.record(producerOf('service', { attempt: A1 }).saw('attempt-superseded', { by: A2 }));
    const old = onOld(120);
    session.record(old.called());
    const marked = session.history().current;
    session.record(old.called(), old.listed(1));
    expect(marked.agent_kept_previous_attachment).toBe(true);
    expect(session.history().current).toEqual(marked);
  });

  it('leaves the current attempt as recent as it was when it changes nothing there', () => {
    const session = superseded();
    const before = session.history().current.updated_at;
    session.record(onOld(50).called());
    expect(session.history().current.updated_at).toBe(before);
  });
});

describe('the status of a session', () => {
  it('is its current attempt in one row', () => {
    const session = sessionOf(A1, A2);
    session.record(...listTools(A2, 150));
    const status = toSessionStatus(session.state, (id) => session.attempts.get(id));
    expect(status).toMatchObject({
      session_id: 'session-1',
      task_id: 'task-1',
      agent_id: 'agent-1',
      host: 'desk',
      client: { name: 'agent-x', version: '3.1' },
      current_attempt_id: A2,
      ordinal: 2,
      connected: true,
      started_at: timeAt(0),
      ended_at: null,
      servers: [
        { name: 'hub', source: 'built_in', status: 'active', evidence: 'tools_loaded', tool_count: 1 },
      ],
      counts: { active: 1 },
    });
    expect(status?.last_activity_at).toBe(session.history().current.updated_at);
  });

  it('is no longer connected when the execution of its current attempt ended', () => {
    const session = sessionOf(A1);
    session.record(relayOf(A1, 50).saw('execution-ended', { reason_code: 'exited' }, { sequence: 2 }));
    expect(toSessionStatus(session.state, (id) => session.attempts.get(id))).toMatchObject({
      connected: false,
      ended_at: timeAt(52),
    });
  });
});
