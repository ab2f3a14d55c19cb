import {
  type EvidenceEvent,
  evolve,
  evolveSession,
  type History,
  initialSession,
  initialState,
  toHistory,
} from '@mcp-witness/evidence';

const attempts = ['01a22cc0-0000-7000-8000-000000000001', '01a22cc0-0000-7000-8000-000000000002'] as const;

const time = (second: number): string => `2026-11-30T12:00:${String(second).padStart(2, '0')}.000000Z`;

type Told = Pick<EvidenceEvent, 'type' | 'data' | 'witness'>;

const server = (server_name: string, source: string, observed: boolean): Told[] => [
  {
    type: 'server-resolved',
    witness: 'acp_relay',
    data: { server_name, source, transport: 'http', target: 'http://127.0.0.1:1', observed },
  },
  {
    type: 'server-delivered',
    witness: 'acp_relay',
    data: { server_name, channel: 'acp', transport: 'http' },
  },
];

const told: readonly Told[] = [
  {
    type: 'attempt-started',
    witness: 'acp_relay',
    data: { session_id: 's-1', task_id: 't-1', entry: 'session/new', agent_id: 'agent' },
  },
  ...server('witness', 'built_in', true),
  ...server('files', 'profile', false),
  {
    type: 'protocol-accepted',
    witness: 'in_session_endpoint',
    data: { server_name: 'witness', era: 'legacy', protocol_version: '2025-11-25', connection_id: 'c' },
  },
  {
    type: 'tools-listed',
    witness: 'in_session_endpoint',
    data: {
      server_name: 'witness',
      connection_id: 'c',
      tool_count: 3,
      pages: 1,
      complete: true,
      tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
      estimated_tokens_total: 412,
    },
  },
];

/** Both attempts saw the same; the log took one event a second. */
function state(attempt: number): ReturnType<typeof initialState> {
  const id = attempts[attempt] ?? '';
  return told.reduce((before, event, index) => {
    const at = time(index - 2 < 0 ? 0 : index - 2);
    return evolve(before, {
      ...event,
      event_id: id,
      attachment_attempt_id: id,
      occurred_at: at,
      recorded_at: at,
      producer: { id: 'p', sequence: index + 1 },
      tenant_id: 'default',
      session_id: 's-1',
      stream_position: index,
      global_position: String(attempt * 10 + index + 1),
      schema_version: 1,
    } as Parameters<typeof evolve>[1]);
  }, initialState());
}

const session = attempts.reduce(
  (before, attachment_attempt_id, index) =>
    evolveSession(before, {
      type: 'attempt-claimed',
      session_id: 's-1',
      stream_position: index,
      global_position: String(index * 10),
      recorded_at: time(index),
      data: {
        attachment_attempt_id,
        ordinal: index + 1,
        placement: 'current',
        other: attempts[index - 1] ?? null,
        started_at: time(index),
        producer_id: 'p',
      },
    }),
  initialSession(),
);

function build(): History {
  const built = toHistory(session, (id) => state(attempts.indexOf(id as (typeof attempts)[number])));
  if (built === null) throw new Error('the session has two attempts');
  return built;
}

/** A session of two attempts with the built-in server, whose tools were listed, and one that nobody sees. */
export const history = build();
