import type { Attempt, History, Server } from '@mcp-witness/evidence';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Endpoint, EndpointOptions } from '../../../src/endpoint/endpoint.ts';
import { startEndpoint } from '../../../src/endpoint/index.ts';
import type { Fact } from '../../../src/journal/fact.ts';

export interface Running {
  readonly endpoint: Endpoint;
  /** Everything told so far, with the attempt it is of. */
  readonly seen: (Fact & { attempt_id: string })[];
  readonly types: (attempt_id?: string) => string[];
}

/** An endpoint for the length of `use`. */
export async function withEndpoint(
  use: (running: Running) => Promise<void>,
  options: Partial<Omit<EndpointOptions, 'onEvidence'>> & { report?: Attempt | History | null } = {},
): Promise<void> {
  const seen: Running['seen'] = [];
  const { report = null, ...others } = options;
  const endpoint = await startEndpoint({
    onEvidence: (attempt_id, evidence) => seen.push({ ...evidence, attempt_id }),
    readReport: () => Promise.resolve(report),
    ...others,
  });
  const types: Running['types'] = (attempt_id) =>
    seen.filter((one) => attempt_id === undefined || one.attempt_id === attempt_id).map(({ type }) => type);
  try {
    await use({ endpoint, seen, types });
  } finally {
    await endpoint.close();
  }
}

export type Mode = 'auto' | 'legacy' | { pin: string };

export interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

export async function connect(url: string, mode: Mode, name = 'agent'): Promise<Connected> {
  const client = new Client({ name, version: '1.2.3' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  return { client, transport };
}

export const server = (name: string, fields: Partial<Server> = {}): Server => ({
  name,
  source: 'profile',
  transport: 'http',
  target: 'https://example.com',
  observed: false,
  status: 'delivered',
  evidence: 'delivered',
  reason_code: null,
  summary: null,
  channel: 'acp',
  protocol_version: null,
  era: null,
  client: null,
  connection_id: null,
  connections: [],
  connection_count: 0,
  duplicates: [],
  configured_at: '2026-11-30T12:00:00.000001Z',
  filtered_at: null,
  delivered_at: '2026-11-30T12:00:00.000002Z',
  connected_at: null,
  tools_listed_at: null,
  used_at: null,
  failed_at: null,
  disconnected_at: null,
  tool_count: null,
  tools_list_complete: null,
  tools_stale: false,
  tool_catalog_truncated: false,
  tool_catalog_digest: null,
  tool_token_estimator: null,
  estimated_tokens_total: null,
  tool_call_count: 0,
  tool_error_count: 0,
  problem_report_count: 0,
  problem_reported_at: null,
  endpoint_test: null,
  ...fields,
});

export const attempt = (servers: readonly Server[], fields: Partial<Attempt> = {}): Attempt => ({
  attachment_attempt_id: '0199aaaa-0000-7000-8000-000000000001',
  ordinal: 2,
  task_id: null,
  session_id: 'session',
  execution_id: null,
  agent_id: null,
  agent_profile_id: null,
  acp_session_id: null,
  entry: 'session/load',
  forked_from: null,
  started_at: '2026-11-30T12:00:00.000001Z',
  accepted_at: null,
  updated_at: '2026-11-30T12:00:00.000002Z',
  superseded_at: null,
  superseded_by: null,
  ended_at: null,
  end_reason_code: null,
  session_error: null,
  agent_kept_previous_attachment: false,
  evidence_lost: { count: 0, gaps: 0 },
  servers,
  evidence: [],
  evidence_omitted: 0,
  findings: [],
  ...fields,
});
