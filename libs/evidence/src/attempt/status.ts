import type { EvidenceLevel, ServerStatus } from '../events/vocabulary.ts';
import { exitedAfterWork, standingFailures } from './failure.ts';
import { pickReason } from './fact.ts';
import { isLater } from './mark.ts';
import type { AttemptState, ConnectionState, Reason, ServerState } from './state.ts';
import { connectionVerdict } from './verdict.ts';

/** What is true of a server now, and why. */
export interface Verdict {
  readonly status: ServerStatus;
  readonly evidence: EvidenceLevel;
  readonly reason: Pick<Reason, 'reason_code' | 'summary'> | null;
  readonly disconnected_at: string | null;
}

function evidenceOf(server: ServerState): EvidenceLevel {
  if (server.used_at !== null) return 'used';
  if (server.tools_listed_at !== null) return 'tools_loaded';
  if (server.connected_at !== null) return 'connected';
  return server.delivered_at === null ? 'configured' : 'delivered';
}

/** The end of a connection, by its own close or by the end of its process. */
export function endOf(server: ServerState, connection: ConnectionState): Reason | null {
  const exits = server.facts.filter(exitedAfterWork).map(({ producer, exited }) => {
    const own = connection.facts.find((facts) => facts.producer === producer);
    const opened = own?.accepted ?? own?.alive ?? null;
    return opened !== null && exited !== null && isLater(exited.mark, opened) ? exited : null;
  });
  return pickReason([connectionVerdict(connection).closed, ...exits]);
}

const isLive = (server: ServerState, connection: ConnectionState): boolean => {
  const { accepted, failed } = connectionVerdict(connection);
  return accepted && !failed && endOf(server, connection) === null;
};

interface Liveness {
  readonly live: boolean;
  /** Tools were listed or a call was served on what is live. */
  readonly active: boolean;
}

/**
 * Evidence without a connection stands by itself when the modern protocol was accepted, or nothing is known of any
 * connection; otherwise it belongs to the connections, and lives as long as they do.
 */
function liveness(server: ServerState, failures: readonly { readonly named: boolean }[]): Liveness {
  const live = server.connections.filter((connection) => isLive(server, connection));
  const hasConnections =
    server.forgotten.count > 0 || server.connections.some(({ opened }) => opened !== null);
  const standsAlone = server.acceptedModern || !hasConnections;
  const unbound = server.facts.filter((facts) => facts.unbound !== null);
  const isOver = server.facts.some(
    (facts) =>
      exitedAfterWork(facts) && facts.unbound !== null && isLater(facts.exited?.mark ?? null, facts.unbound),
  );
  const unboundLive = standsAlone && unbound.length > 0 && !isOver && failures.every(({ named }) => named);
  const carriesUnbound = unboundLive || (!standsAlone && live.length > 0);
  return {
    live: live.length > 0 || unboundLive,
    active: live.some(({ active }) => active) || (server.unboundActive && carriesUnbound),
  };
}

/** Left out or unavailable: of one producer the later word, of several that with the latest time. */
function omission(server: ServerState): { status: 'filtered' | 'unavailable'; reason: Reason } | null {
  const last = server.facts.map(({ filtered, unavailable }) =>
    isLater(unavailable?.mark ?? null, filtered?.mark ?? null) ? { unavailable } : { filtered },
  );
  const filtered = pickReason(last.map((facts) => facts.filtered ?? null));
  const unavailable = pickReason(last.map((facts) => facts.unavailable ?? null));
  const picked = pickReason([filtered, unavailable]);
  if (picked === null) return null;
  return { status: picked === filtered ? 'filtered' : 'unavailable', reason: picked };
}

/** What is said of a server that nobody saw work, and whose failures do not stand. */
function unseen(server: ServerState): Pick<Verdict, 'status' | 'reason'> {
  const refused = pickReason(server.facts.map((facts) => facts.refused));
  if (server.delivered_at !== null) return { status: 'delivered', reason: refused };
  return omission(server) ?? { status: 'configured', reason: refused };
}

/** The status of a server from what all producers saw, whichever came first. */
export function verdictOf(server: ServerState, { ended }: Pick<AttemptState, 'ended'>): Verdict {
  const evidence = evidenceOf(server);
  const failures = standingFailures(server);
  const { live, active } = liveness(server, failures);
  if (live && ended !== null) {
    const reason = { reason_code: ended.reason_code, summary: null };
    return { status: 'disconnected', evidence, reason, disconnected_at: ended.at };
  }
  if (live) {
    return { status: active ? 'active' : 'connected', evidence, reason: null, disconnected_at: null };
  }
  const closed = lastEnd(server);
  const disconnected_at = closed === null ? null : closed.at;
  const failure = pickReason(failures.map(({ reason }) => reason));
  if (failure !== null) return { status: 'failed', evidence, reason: failure, disconnected_at };
  if (server.connected_at !== null)
    return { status: 'disconnected', evidence, reason: closed, disconnected_at };
  return { ...unseen(server), evidence, disconnected_at: null };
}

function lastEnd(server: ServerState): Reason | null {
  const exits = server.facts.filter(exitedAfterWork).map(({ exited }) => exited);
  const accepted = server.connections.filter(({ opened }) => opened !== null);
  return pickReason([...accepted.map((connection) => endOf(server, connection)), ...exits]);
}
