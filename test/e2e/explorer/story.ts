import { attemptBody, evidence, resolved, uuid } from '../../support/evidence.ts';
import type { TestService } from '../../support/service.ts';

type Told = readonly [type: string, data: object, witness?: string];

export const connection = { server_name: 'witness', connection_id: 'connection-1' };

export const accepted: Told = [
  'protocol-accepted',
  {
    ...connection,
    era: 'legacy',
    protocol_version: '2025-11-25',
    client: { name: 'opencode', version: '1.18.33' },
  },
  'in_session_endpoint',
];

export const tool = (name: string, over: object = {}): object => ({
  name,
  description: `What ${name} does.`,
  input_schema: { type: 'object', properties: { topic: { type: 'string', description: 'About what.' } } },
  estimated_tokens: 100 + name.length,
  ...over,
});

const tokensOf = (one: object): number => {
  const { estimated_tokens: tokens } = one as { readonly estimated_tokens?: number | null };
  return tokens ?? 0;
};

/** One answered list of tools, whole unless said otherwise. */
export const listed = (tools: readonly object[], over: object = {}): Told => [
  'tools-listed',
  {
    ...connection,
    tool_count: tools.length,
    pages: 1,
    complete: true,
    tools,
    tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
    estimated_tokens_total: tools.reduce<number>((sum, one) => sum + tokensOf(one), 0),
    ...over,
  },
  'in_session_endpoint',
];

export const delivered = (server_name: string, transport = 'http'): Told => [
  'server-delivered',
  { server_name, channel: 'acp', transport },
];

export const called: Told = [
  'tool-called',
  {
    ...connection,
    tool_name: 'session_mcp_report',
    started_at: '2026-11-30T13:00:01Z',
    duration_ms: 3,
    outcome: 'ok',
    result_bytes: 12,
    round_trips: 1,
  },
  'in_session_endpoint',
];

/** The built-in server and two of others: one over HTTP, one a program. */
export const usualServers = [
  resolved('linear', { source: 'profile', target: 'https://mcp.linear.example', observed: false }),
  resolved('notes', { source: 'profile', transport: 'stdio', target: 'node', observed: false }),
  resolved('witness', { target: 'http://127.0.0.1:35123' }),
];

export const manyTools = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => tool(`tool_${String(index).padStart(3, '0')}`));

/** What a test tells the service of one session. */
export interface Story {
  readonly session: string;
  /** Opens the session's next attempt. */
  readonly open: (over?: object) => Promise<void>;
  /** Tells the next events of the attempt that was opened last. */
  readonly tell: (...events: readonly Told[]) => Promise<void>;
}

let stories = 0;

/**
 * The events of a session, numbered as its relay would number them. Every story has ids of its own. What was told is in
 * the report.
 */
export const storyOf = ({ get, post }: Pick<TestService, 'get' | 'post'>, session: string): Story => {
  stories += 1;
  const base = stories * 1000;
  let attempt = 0;
  let sequence = 0;
  let events = 0;
  const send = async (path: string, body: unknown): Promise<void> => {
    const { status, body: answer } = await post(path, body);
    if (status >= 300) throw new Error(`The service answered ${status}: ${JSON.stringify(answer)}`);
    const { position } = answer as { position: string };
    const report = `/v1/sessions/${encodeURIComponent(session)}/report?min_position=${position}`;
    const deadline = Date.now() + 60_000;
    while ((await get(report)).status !== 200)
      if (Date.now() > deadline) throw new Error('The report does not hold what was told.');
  };
  return {
    session,
    open: async (over = {}) => {
      attempt += 1;
      const servers = (over as { servers?: readonly unknown[] }).servers ?? usualServers;
      sequence = 1 + servers.length;
      const id = uuid(base + attempt, base + attempt);
      await send(
        '/v1/attempts',
        attemptBody(id, { session_id: session, execution_id: 'execution-7', ...over, servers }),
      );
    },
    tell: (...told) =>
      send(
        '/v1/evidence',
        told.map(([type, data, witness = 'acp_relay']) => {
          sequence += 1;
          events += 1;
          const producer = { id: 'relay', sequence };
          const id = uuid(base + attempt, base + attempt);
          return evidence(id, base * 100 + events, { type, data, witness, producer });
        }),
      ),
  };
};
