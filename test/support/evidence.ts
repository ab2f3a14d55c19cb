/** A UUIDv7 of a certain number, for tests that need ids they can tell apart. `millisecond` orders them in time. */
export const uuid = (n: number, millisecond = 0): string =>
  `0197a000-${millisecond.toString(16).padStart(4, '0')}-7000-8000-${n.toString(16).padStart(12, '0')}`;

type Members = Readonly<Record<string, unknown>>;

/** The body that opens an attempt, with servers by their names. */
export const attemptBody = (
  attempt: string,
  over: Members & { readonly servers?: readonly unknown[] } = {},
): Members => {
  const { servers = ['hub'], ...others } = over;
  return {
    attachment_attempt_id: attempt,
    occurred_at: '2026-11-30T13:00:00Z',
    producer: { id: 'relay', sequence: 1 },
    session_id: 'session-1',
    task_id: 'task-1',
    agent_id: 'agent',
    entry: 'session/new',
    ...others,
    servers: servers.map((server) => (typeof server === 'string' ? resolved(server) : server)),
  };
};

export const resolved = (server_name: string, over: Members = {}): Members => ({
  server_name,
  source: 'built_in',
  transport: 'http',
  target: 'http://localhost:1234',
  observed: true,
  ...over,
});

/** An event as a producer sends it: a delivery of `hub` unless said otherwise. */
export const evidence = (attempt: string, n: number, over: Members = {}): Members => ({
  event_id: uuid(n, 1),
  type: 'server-delivered',
  attachment_attempt_id: attempt,
  occurred_at: '2026-11-30T13:00:01Z',
  producer: { id: 'relay', sequence: n },
  witness: 'acp_relay',
  data: { server_name: 'hub', channel: 'acp', transport: 'http' },
  ...over,
});
