import type {
  AttachmentFailedData,
  AttemptStartedData,
  AttemptSupersededData,
  ClientInfo,
  ConnectionClosedData,
  EndpointTestedData,
  EvidenceData,
  EvidenceLostData,
  EvidenceType,
  ExecutionEndedData,
  ProblemReportedData,
  ProtocolAcceptedData,
  ProtocolRefusedData,
  ServerDeliveredData,
  ServerReasonData,
  ServerResolvedData,
  SessionAcceptedData,
  ToolCalledData,
  ToolsChangedData,
  ToolsListedData,
} from '../events/events.ts';
import { list, object, optional, required, type Read, type Shape } from './reader.ts';
import { tools } from './tools.ts';
import {
  code,
  count,
  digest,
  flag,
  id,
  instant,
  integer,
  oneOf,
  openValue,
  serverName,
  text,
  uuid7,
} from './values.ts';

const SHORT = 1024;
const LONG = 64 * 1024;
const MAX_WARNINGS = 64;

const warnings = list(code, MAX_WARNINGS);
const anyInteger = integer(Number.MIN_SAFE_INTEGER);

const client = object<ClientInfo>({ name: required(text(LONG)), version: optional(text(LONG)) });

/** The members of an attempt's start, which a body that opens an attempt bears too. */
export const attemptStarted: Shape<AttemptStartedData> = {
  task_id: optional(id),
  session_id: required(id),
  execution_id: optional(id),
  agent_id: optional(id),
  agent_profile_id: optional(id),
  entry: required(openValue),
  configuration_revision: optional(id),
  forked_from: optional(id),
  host: optional(text(SHORT)),
  pid: optional(count),
  working_directory: optional(text(SHORT)),
};

export const serverResolved = object<ServerResolvedData>({
  server_name: required(serverName),
  source: required(openValue),
  transport: required(openValue),
  target: required(text(LONG)),
  observed: required(flag),
  duplicate_of_name: optional(serverName),
});

const serverReason = object<ServerReasonData>({
  server_name: required(serverName),
  reason_code: required(code),
  summary: optional(text(LONG)),
});

const toolsListed = object<ToolsListedData>({
  server_name: required(serverName),
  connection_id: optional(id),
  tool_count: required(count),
  pages: required(count),
  complete: required(flag),
  catalog_digest: optional(digest),
  tools: optional(tools),
  tool_catalog_truncated: optional(flag),
  tool_token_estimator: optional(openValue),
  estimated_tokens_total: optional(count),
  warnings: optional(warnings),
});

const toolCalled = object<ToolCalledData>({
  server_name: required(serverName),
  connection_id: optional(id),
  tool_name: optional(text(LONG)),
  started_at: required(instant),
  duration_ms: required(count),
  outcome: required(openValue),
  error_code: optional(code),
  result_bytes: required(count),
  round_trips: required(count),
  workspace: optional(text(SHORT)),
});

const endpointTested = object<EndpointTestedData>({
  server_name: required(serverName),
  reachable: required(flag),
  succeeded: required(flag),
  stage: optional(openValue),
  reason_code: optional(code),
  warnings: required(warnings),
  summary: optional(text(LONG)),
  duration_ms: required(count),
  budget_ms: required(count),
  protocol_version: optional(openValue),
  tool_count: optional(count),
  noise_lines: optional(count),
});

/** Event type to the reader of its data. */
export const dataReaders: { readonly [Type in EvidenceType]: Read<EvidenceData[Type]> } = {
  'attempt-started': object<AttemptStartedData>(attemptStarted),
  'server-resolved': serverResolved,
  'server-filtered': serverReason,
  'server-unavailable': serverReason,
  'server-delivered': object<ServerDeliveredData>({
    server_name: required(serverName),
    channel: required(openValue),
    transport: required(openValue),
  }),
  'session-accepted': object<SessionAcceptedData>({ acp_session_id: optional(id) }),
  'protocol-accepted': object<ProtocolAcceptedData>({
    server_name: required(serverName),
    era: required(oneOf('legacy', 'modern')),
    protocol_version: required(openValue),
    connection_id: optional(id),
    client: optional(client),
  }),
  'protocol-refused': object<ProtocolRefusedData>({
    server_name: required(serverName),
    reason_code: required(code),
    connection_id: optional(id),
  }),
  'tools-listed': toolsListed,
  'tools-changed': object<ToolsChangedData>({
    server_name: required(serverName),
    connection_id: optional(id),
  }),
  'tool-called': toolCalled,
  'attachment-failed': object<AttachmentFailedData>({
    server_name: optional(serverName),
    reason_code: required(code),
    summary: required(text(LONG)),
    connection_id: optional(id),
  }),
  'connection-closed': object<ConnectionClosedData>({
    server_name: required(serverName),
    connection_id: required(id),
    reason_code: required(code),
  }),
  'endpoint-tested': endpointTested,
  'attempt-superseded': object<AttemptSupersededData>({ by: required(uuid7) }),
  'execution-ended': object<ExecutionEndedData>({
    reason_code: required(code),
    exit_code: optional(anyInteger),
  }),
  'evidence-lost': object<EvidenceLostData>({ count: required(count), reason_code: required(code) }),
  'problem-reported': object<ProblemReportedData>({ server_name: required(serverName) }),
};
