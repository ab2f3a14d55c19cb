import type { EvidenceData, EvidenceType, ServerResolvedData, Witness } from '@mcp-witness/evidence';
import { sampleTools } from './tools.ts';

/** One fact of the story: what, who saw it, and how many seconds after the one before. */
export type Fact = {
  [Type in EvidenceType]: {
    readonly type: Type;
    readonly witness: Witness;
    readonly data: EvidenceData[Type];
    readonly after?: number;
  };
}[EvidenceType];

export const sampleServers: readonly ServerResolvedData[] = [
  {
    server_name: 'witness',
    source: 'built_in',
    transport: 'http',
    target: 'http://127.0.0.1:35123',
    observed: true,
  },
  { server_name: 'files', source: 'profile', transport: 'stdio', target: 'npx', observed: true },
  { server_name: 'notes', source: 'profile', transport: 'stdio', target: 'node', observed: false },
  {
    server_name: 'tickets',
    source: 'profile',
    transport: 'http',
    target: 'https://tickets.example',
    observed: true,
  },
  {
    server_name: 'billing',
    source: 'profile',
    transport: 'sse',
    target: 'https://billing.example',
    observed: false,
  },
];

const delivered = (server_name: string, transport: string): Fact => ({
  type: 'server-delivered',
  witness: 'acp_relay',
  data: { server_name, channel: 'acp', transport },
});

const sent: readonly Fact[] = [
  delivered('witness', 'http'),
  delivered('files', 'stdio'),
  delivered('notes', 'stdio'),
  delivered('tickets', 'http'),
  {
    type: 'server-filtered',
    witness: 'resolver',
    data: { server_name: 'billing', reason_code: 'sse_unsupported' },
  },
  { type: 'session-accepted', witness: 'acp_relay', data: { acp_session_id: 'sample' }, after: 1 },
];

const client = { name: 'sample-agent', version: '1.0.0' };

const used = (tool_name: string, outcome: string, duration_ms: number, started_at: string): Fact => ({
  type: 'tool-called',
  witness: 'in_session_endpoint',
  data: {
    server_name: 'witness',
    tool_name,
    started_at,
    duration_ms,
    outcome,
    error_code: outcome === 'ok' ? null : 'invalid_params',
    result_bytes: 812,
    round_trips: 1,
  },
  after: 2,
});

/** The first attempt: the built-in server was reached and listed, then the session was loaded again. */
export const firstAttempt: readonly Fact[] = [
  ...sent,
  {
    type: 'protocol-accepted',
    witness: 'in_session_endpoint',
    data: { server_name: 'witness', era: 'modern', protocol_version: '2026-07-28', client },
    after: 1,
  },
  {
    type: 'tools-listed',
    witness: 'in_session_endpoint',
    data: {
      server_name: 'witness',
      tool_count: sampleTools.length,
      pages: 1,
      complete: true,
      tools: sampleTools,
      tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
      estimated_tokens_total: sampleTools.reduce((sum, tool) => sum + (tool.estimated_tokens ?? 0), 0),
    },
  },
];

/** The second: one server is used, one only connected to, one unverified, one failed, one left out. */
export const secondAttempt = (startedAt: string): readonly Fact[] => [
  ...firstAttempt,
  {
    type: 'protocol-accepted',
    witness: 'front',
    data: {
      server_name: 'files',
      era: 'legacy',
      protocol_version: '2025-11-25',
      connection_id: 'sample-1',
      client,
    },
    after: 1,
  },
  {
    type: 'attachment-failed',
    witness: 'front',
    data: {
      server_name: 'tickets',
      reason_code: 'connection_refused',
      summary: 'Nothing listened at https://tickets.example.',
    },
    after: 1,
  },
  used('session_mcp_report', 'ok', 12, startedAt),
  used('session_mcp_server', 'ok', 8, startedAt),
  used('session_mcp_server', 'tool_error', 3, startedAt),
];
