import type { Attempt, History, Server } from '@mcp-witness/evidence';

type Members = Readonly<Record<string, unknown>>;

const lists = <Name extends string>(from: Members, ...names: readonly Name[]): Record<Name, unknown[]> =>
  Object.fromEntries(names.map((name) => [name, Array.isArray(from[name]) ? from[name] : []])) as Record<
    Name,
    unknown[]
  >;

const counts = <Name extends string>(from: Members, ...names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, typeof from[name] === 'number' ? from[name] : 0])) as Record<
    Name,
    number
  >;

/** Members that are absent are null, as the report has it. */
const nulls = <Name extends string>(from: Members, ...names: readonly Name[]): Record<Name, unknown> =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null])) as Record<Name, unknown>;

const completeServer = (server: Members): Server =>
  ({
    ...server,
    ...nulls(
      server,
      ...(['source', 'transport', 'target', 'reason_code', 'summary', 'channel'] as const),
      ...([
        'protocol_version',
        'era',
        'client',
        'connection_id',
        'tool_count',
        'tools_list_complete',
      ] as const),
      ...(['configured_at', 'filtered_at', 'delivered_at', 'connected_at', 'tools_listed_at'] as const),
      ...(['used_at', 'failed_at', 'disconnected_at', 'problem_reported_at', 'endpoint_test'] as const),
      ...(['tool_catalog_digest', 'tool_token_estimator', 'estimated_tokens_total'] as const),
    ),
    ...lists(server, 'connections', 'duplicates'),
    ...counts(server, 'connection_count', 'tool_call_count', 'tool_error_count', 'problem_report_count'),
    observed: server.observed === true,
    evidence: server.evidence ?? 'configured',
    tools: Array.isArray(server.tools) ? (server.tools as unknown[]) : null,
    tools_stale: server.tools_stale === true,
    tool_catalog_truncated: server.tool_catalog_truncated === true,
  }) as unknown as Server;

const completeAttempt = (attempt: Members, sessionId: string): Attempt =>
  ({
    ...attempt,
    ...nulls(
      attempt,
      ...([
        'task_id',
        'execution_id',
        'agent_id',
        'agent_profile_id',
        'acp_session_id',
        'forked_from',
      ] as const),
      ...(['accepted_at', 'updated_at', 'superseded_at', 'superseded_by', 'ended_at'] as const),
      ...(['end_reason_code', 'session_error', 'entry'] as const),
    ),
    ...lists(attempt, 'evidence', 'findings'),
    ...counts(attempt, 'ordinal', 'evidence_omitted'),
    session_id: attempt.session_id ?? sessionId,
    agent_kept_previous_attachment: attempt.agent_kept_previous_attachment === true,
    evidence_lost: attempt.evidence_lost ?? { count: 0, gaps: 0 },
    servers: (attempt.servers as readonly Members[]).map(completeServer),
  }) as unknown as Attempt;

/**
 * A history that the guard let pass, with every member that the guard does not ask for: what is absent, or no list where
 * a list belongs, is empty. So a page can show what a smaller or newer service sends.
 */
export const completeHistory = (history: History, sessionId: string): History => {
  const members = history as unknown as Members;
  const attempts = [members.current, ...(members.previous as readonly unknown[])] as readonly Members[];
  const [current, ...previous] = attempts.map((attempt) => completeAttempt(attempt, sessionId));
  return {
    ...members,
    ...nulls(members, 'task_id'),
    session_id: members.session_id ?? sessionId,
    position: members.position ?? '0',
    current,
    previous,
  } as unknown as History;
};
