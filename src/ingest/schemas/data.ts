import {
  type CatalogTool,
  type ClientInfo,
  type EvidenceData,
  type EvidenceType,
  type ServerReasonData,
} from '@mcp-witness/evidence';
import { type Members, objectOf, optional, required } from './member.ts';
import {
  anyInteger,
  closed,
  code,
  count,
  digest,
  flag,
  id,
  instant,
  listOf,
  longText,
  open,
  serverName,
  shortText,
  text,
  uuid7,
} from './values.ts';

/** What an event of one type says, member by member. */
interface Described<Data> {
  readonly description: string;
  readonly data: Members<Data>;
}

const server = required(serverName, 'github');
const connection = optional(id, 'connection-1');
const transport = open('stdio', 'http', 'sse', 'acp');
const warnings = listOf(code, 64);

const client: Members<ClientInfo> = {
  name: required(longText, 'opencode'),
  version: optional(longText, '1.0.0'),
};

const tool: Members<CatalogTool> = {
  name: required(text(1024 * 1024), 'list_issues'),
  description: optional(text(1024 * 1024), 'Lists issues.'),
  input_schema: { required: false, schema: { description: 'As served.' }, example: { type: 'object' } },
  input_schema_truncated: optional(flag, false),
  input_schema_reason: optional(closed('too_large', 'invalid'), 'invalid'),
  estimated_tokens: optional(count, 40),
  text_cleaned: optional(flag, false),
};

const reasonOf = (example: string): Members<ServerReasonData> => ({
  server_name: server,
  reason_code: required(code, example),
  summary: optional(longText, 'Left out by the profile.'),
});

/** The one table of event types and their members: the document is made from it. */
export const describedData: { readonly [Type in EvidenceType]: Described<EvidenceData[Type]> } = {
  'attempt-started': {
    description: 'An attachment attempt begins. Sent by POST /v1/attempts.',
    data: {
      session_id: required(id, 'session-1'),
      entry: required(
        open(
          'session/new',
          'session/load',
          'session/resume',
          'session/fork',
          'session/reset',
          'passthrough',
          'observed',
        ),
        'session/new',
      ),
      task_id: optional(id, 'task-1'),
      execution_id: optional(id, 'execution-1'),
      agent_id: optional(id, 'opencode'),
      agent_profile_id: optional(id, 'profile-1'),
      configuration_revision: optional(id, 'revision-1'),
      forked_from: optional(id, 'session-0'),
      host: optional(shortText, 'machine'),
      pid: optional(count, 4242),
      working_directory: optional(shortText, 'project'),
    },
  },
  'server-resolved': {
    description: 'The session was meant to get this server.',
    data: {
      server_name: server,
      source: required(open('built_in', 'profile', 'observed'), 'profile'),
      transport: required(transport, 'http'),
      target: required(longText, 'https://example.com'),
      observed: required(flag, false),
      duplicate_of_name: optional(serverName, 'github'),
    },
  },
  'server-filtered': {
    description: 'The server was left out on purpose.',
    data: reasonOf('policy_denied'),
  },
  'server-unavailable': {
    description: 'The server could not be prepared.',
    data: reasonOf('executable_missing'),
  },
  'server-delivered': {
    description: 'The configuration went out to the agent.',
    data: {
      server_name: server,
      channel: required(open('acp', 'cli_flag', 'config_file', 'environment'), 'acp'),
      transport: required(transport, 'http'),
    },
  },
  'session-accepted': {
    description: 'The agent answered the session call with success.',
    data: { acp_session_id: optional(id, 'acp-1') },
  },
  'protocol-accepted': {
    description: 'The server answered the first request, or a modern one, with success.',
    data: {
      server_name: server,
      era: required(closed('legacy', 'modern'), 'legacy'),
      protocol_version: required(open('2025-11-25', '2026-07-28'), '2025-11-25'),
      connection_id: connection,
      client: optional(objectOf(client), { name: 'opencode', version: '1.0.0' }),
    },
  },
  'protocol-refused': {
    description: 'The server or its endpoint answered no.',
    data: {
      server_name: server,
      reason_code: required(code, 'auth_required'),
      connection_id: connection,
    },
  },
  'tools-listed': {
    description: 'One answered page of a tools list, with the sums of its walk so far.',
    data: {
      server_name: server,
      tool_count: required(count, 1),
      pages: required(count, 1),
      complete: required(flag, true),
      connection_id: connection,
      catalog_digest: optional(digest, 'ab'.repeat(32)),
      tools: optional(listOf(objectOf(tool), 10_000), [{ name: 'list_issues' }]),
      tool_catalog_truncated: optional(flag, false),
      tool_token_estimator: optional(open('o200k_base:mcp-tool-json-v1'), 'o200k_base:mcp-tool-json-v1'),
      estimated_tokens_total: optional(count, 40),
      warnings: optional(warnings, ['pagination_loop']),
    },
  },
  'tools-changed': {
    description: 'The server said that its list of tools is not what it was.',
    data: { server_name: server, connection_id: connection },
  },
  'tool-called': {
    description: 'One call and how it ended; never arguments or results. Milliseconds and bytes.',
    data: {
      server_name: server,
      started_at: required(instant, '2026-11-30T12:00:01Z'),
      duration_ms: required(count, 12),
      outcome: required(
        open('ok', 'tool_error', 'protocol_error', 'cancelled', 'unanswered', 'unread'),
        'ok',
      ),
      result_bytes: required(count, 512),
      round_trips: required(count, 1),
      connection_id: connection,
      tool_name: optional(longText, 'list_issues'),
      error_code: optional(code, 'timeout'),
      workspace: optional(shortText, 'project'),
    },
  },
  'attachment-failed': {
    description: "An explicit failure. Without a server it is the attempt's.",
    data: {
      reason_code: required(code, 'connection_refused'),
      summary: required(longText, 'Nothing listened at the target.'),
      server_name: optional(serverName, 'github'),
      connection_id: connection,
    },
  },
  'connection-closed': {
    description: 'A connection ended.',
    data: {
      server_name: server,
      connection_id: required(id, 'connection-1'),
      reason_code: required(code, 'client_deleted'),
    },
  },
  'endpoint-tested': {
    description: "An operator's test of an endpoint, never evidence of an attachment. Milliseconds.",
    data: {
      server_name: server,
      reachable: required(flag, true),
      succeeded: required(flag, true),
      warnings: required(warnings, []),
      duration_ms: required(count, 120),
      budget_ms: required(count, 5_000),
      stage: optional(open('connect', 'initialize', 'tools_list'), 'initialize'),
      reason_code: optional(code, 'timeout'),
      summary: optional(longText, 'Answered late.'),
      protocol_version: optional(open('2025-11-25', '2026-07-28'), '2025-11-25'),
      tool_count: optional(count, 1),
      noise_lines: optional(count, 6),
    },
  },
  'attempt-superseded': {
    description: 'Another attempt took the place of this one in its session.',
    data: { by: required(uuid7, '0197a000-0001-7000-8000-000000000002') },
  },
  'execution-ended': {
    description: "The agent's process ended, or its session did.",
    data: { reason_code: required(code, 'exited'), exit_code: optional(anyInteger, 0) },
  },
  'evidence-lost': {
    description: 'Events were dropped before they could be sent.',
    data: { count: required(count, 3), reason_code: required(code, 'spool_full') },
  },
  'problem-reported': {
    description: 'The agent says that something is wrong with a server.',
    data: { server_name: server },
  },
};
