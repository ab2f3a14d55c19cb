import { attemptBody, evidence, resolved, uuid } from '../../support/evidence.ts';
import type { Answer, TestService } from '../../support/service.ts';

/** What is told here goes to the service as any executor's does. */
type Told = Pick<TestService, 'post'>;

export type Fact = readonly [type: string, data: object];

export const session = 'release-notes/42';

export const servers = [
  resolved('witness', { target: 'http://127.0.0.1:35123' }),
  resolved('notes', { source: 'profile', transport: 'stdio', target: 'node', observed: false }),
];

const connection = { server_name: 'witness', connection_id: 'c1' };

export const accepted: Fact = [
  'protocol-accepted',
  {
    ...connection,
    era: 'legacy',
    protocol_version: '2025-11-25',
    client: { name: 'opencode', version: '1.18.33' },
  },
];

export const tool = (name: string, description: string, estimated_tokens: number): object => ({
  name,
  description,
  input_schema: { type: 'object' },
  estimated_tokens,
});

export const listed = (tools: readonly object[], estimated_tokens_total: number): Fact => [
  'tools-listed',
  {
    ...connection,
    tool_count: tools.length,
    pages: 1,
    complete: true,
    tools,
    tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
    estimated_tokens_total,
  },
];

export const twoTools = listed(
  [
    tool('session_mcp_report', 'What this session really has.', 161),
    tool('session_mcp_server', 'Why one server is in its state.', 166),
  ],
  327,
);

export const call = (n: number, over: object = {}): Fact => [
  'tool-called',
  {
    ...connection,
    tool_name: 'session_mcp_report',
    started_at: new Date(Date.UTC(2026, 10, 30, 13, 0, n)).toISOString(),
    duration_ms: n,
    outcome: 'ok',
    result_bytes: 100 + n,
    round_trips: 1,
    ...over,
  },
];

export const sent: readonly Fact[] = [
  ['session-accepted', { acp_session_id: 'ses_1' }],
  ...servers.map(({ server_name, transport }): Fact => [
    'server-delivered',
    { server_name, channel: 'acp', transport },
  ]),
];

/** Opens the attempt `n`, of {@link session} unless said otherwise. */
export const open = ({ post }: Told, n: number, over: object = {}): Promise<Answer> =>
  post(
    '/v1/attempts',
    attemptBody(uuid(n, n), { session_id: session, task_id: 'docs', entry: 'session/new', servers, ...over }),
  );

/** Says facts of the attempt `n`, numbered from `first`; what was said before may be said again. */
export const say = ({ post }: Told, n: number, facts: readonly Fact[], first = 0): Promise<Answer> =>
  post(
    '/v1/evidence',
    facts.map(([type, data], index) => {
      const sequence = first + index + 2 + servers.length;
      const witness = type.startsWith('server-') ? 'acp_relay' : 'in_session_endpoint';
      return evidence(uuid(n, n), n * 10_000 + sequence, {
        type,
        data,
        witness,
        producer: { id: 'relay', sequence },
      });
    }),
  );
