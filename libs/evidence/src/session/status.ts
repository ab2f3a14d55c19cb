import { newest } from '../attempt/fact.ts';
import type { ClientInfo } from '../events/events.ts';
import type { ServerStatus } from '../events/vocabulary.ts';
import type { Attempt, Server, SessionServer, SessionStatus } from '../report/report.ts';
import { placedAttempts, toHistory, type AttemptStates } from './history.ts';
import type { SessionState } from './state.ts';

const sessionServer = (server: Server): SessionServer => ({
  name: server.name,
  source: server.source,
  status: server.status,
  evidence: server.evidence,
  reason_code: server.reason_code,
  tool_count: server.tool_count,
  used_at: server.used_at,
});

/** The client as it named itself to the built-in server, else to any. */
function clientOf({ servers }: Attempt): ClientInfo | null {
  const builtIn = servers.filter(({ source }) => source === 'built_in');
  return [...builtIn, ...servers].find(({ client }) => client !== null)?.client ?? null;
}

function countsOf(servers: readonly Server[]): Partial<Record<ServerStatus, number>> {
  const counts: Partial<Record<ServerStatus, number>> = {};
  for (const { status } of servers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** A session in one row, by its current attempt; null as for `toHistory`. It is connected until its execution ended. */
export function toSessionStatus(session: SessionState, states: AttemptStates): SessionStatus | null {
  const history = toHistory(session, states);
  const start = placedAttempts(session, states)[0]?.state.start ?? null;
  if (history === null) return null;
  const { current } = history;
  return {
    session_id: session.session_id,
    task_id: current.task_id,
    agent_id: current.agent_id,
    client: clientOf(current),
    host: start?.host ?? null,
    working_directory: start?.working_directory ?? null,
    current_attempt_id: current.attachment_attempt_id,
    ordinal: current.ordinal,
    connected: current.ended_at === null,
    started_at: session.started_at,
    last_activity_at: history.previous.reduce(
      (at, { updated_at }) => newest(at, updated_at),
      current.updated_at,
    ),
    ended_at: current.ended_at,
    session_error: current.session_error,
    servers: current.servers.map(sessionServer),
    counts: countsOf(current.servers),
    position: history.position,
  };
}
