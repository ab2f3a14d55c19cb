import {
  type Attempt,
  checklist,
  type EndpointTest,
  type Server,
  type SessionStatus,
  type TimelineEntry,
} from '@mcp-witness/evidence';

type Fields = Readonly<Record<string, unknown>>;

/** Only what is named here ever stands in diagnostics: no text of others but names, no arguments, paths or output. */
const pick = <From extends object>(from: From, names: readonly (keyof From & string)[]): Fields =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

export const sessionOf = (status: SessionStatus): Fields =>
  pick(status, [
    'session_id',
    'task_id',
    'agent_id',
    'client',
    'connected',
    'started_at',
    'last_activity_at',
    'ended_at',
    'counts',
  ]);

const testOf = (test: EndpointTest): Fields => ({
  ...pick(test, [
    'tested_at',
    'reachable',
    'succeeded',
    'stage',
    'reason_code',
    'warnings',
    'duration_ms',
    'budget_ms',
    'protocol_version',
    'tool_count',
  ]),
  noise_lines: test.noise_lines ?? 0,
});

const timelineOf = (entry: TimelineEntry): Fields =>
  pick(entry, [
    'kind',
    'server_name',
    'occurred_at',
    'recorded_at',
    'witness',
    'reason_code',
    'connection_id',
    'count',
    'clock_skew',
  ]);

const serverOf = (attempt: Attempt, server: Server): Fields => ({
  ...pick(server, [
    'name',
    'source',
    'transport',
    'target',
    'observed',
    'status',
    'evidence',
    'reason_code',
    'channel',
    'protocol_version',
    'era',
    'client',
    'connection_count',
    'failed_at',
    'disconnected_at',
    'tool_count',
    'tools_list_complete',
    'tools_stale',
    'tool_catalog_digest',
    'tool_call_count',
    'tool_error_count',
  ]),
  checklist: checklist(attempt, server).map(({ level, at, witness }) => ({ level, at, witness })),
  connections: server.connections.map((connection) =>
    pick(connection, ['connection_id', 'opened_at', 'tools_listed_at', 'closed_at', 'close_reason_code']),
  ),
  endpoint_test: server.endpoint_test && testOf(server.endpoint_test),
});

/** One attempt, its servers and its timeline. */
export const attemptOf = (
  attempt: Attempt,
): Fields & {
  readonly servers: readonly Fields[];
  readonly timeline: readonly Fields[];
} => ({
  ...pick(attempt, [
    'attachment_attempt_id',
    'ordinal',
    'entry',
    'started_at',
    'accepted_at',
    'updated_at',
    'superseded_at',
    'ended_at',
    'end_reason_code',
    'agent_kept_previous_attachment',
    'evidence_lost',
    'evidence_omitted',
    'findings',
  ]),
  session_error: attempt.session_error && pick(attempt.session_error, ['reason_code', 'at']),
  servers: attempt.servers.map((server) => serverOf(attempt, server)),
  timeline: attempt.evidence.map(timelineOf),
});
