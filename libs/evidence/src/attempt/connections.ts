import type { Copy } from './copy.ts';
import { earliest, laterFact, newest, noConnectionFacts, withFacts, type Moment } from './fact.ts';
import { isLater, latest } from './mark.ts';
import type { ConnectionFacts, ConnectionState, Reason, ServerState } from './state.ts';
import { connectionVerdict } from './verdict.ts';

/** Newest connections held in detail even when they are over. */
export const DETAILED = 8;
const MAX_OPEN = 256;
const MAX_PENDING = 64;
const MAX_FORGOTTEN = 256;

const emptyConnection = (connection_id: string): ConnectionState => ({
  connection_id,
  facts: [],
  active: false,
  protocol_version: null,
  client: null,
  opened: null,
  tools_listed_at: null,
  tool_call_count: 0,
});

/** FNV-1a of an id: enough to know a connection that is no longer held. */
function shortHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** The server with one of its connections changed. A connection that is over and no longer held stays as it was. */
export function withConnection(
  server: ServerState,
  connectionId: string | null | undefined,
  change: (connection: ConnectionState) => ConnectionState,
): ServerState {
  if (connectionId === null || connectionId === undefined) return server;
  const index = server.connections.findIndex(({ connection_id }) => connection_id === connectionId);
  const known = server.connections[index];
  if (known !== undefined) {
    const next: Copy<ServerState> = { ...server };
    next.connections = server.connections.with(index, change(known));
    return pruned(next);
  }
  if (server.forgotten.ids.includes(shortHash(connectionId))) return server;
  return pruned({ ...server, connections: [...server.connections, change(emptyConnection(connectionId))] });
}

/** A sign that a connection works; `accepted` when it is the answer that opened it. */
export function aliveOn(
  connection: ConnectionState,
  moment: Moment,
  accepted: boolean,
): Copy<ConnectionState> {
  const { at, mark, position, producer } = moment;
  const { opened } = connection;
  const next: Copy<ConnectionState> = { ...connection };
  next.facts = withFacts(connection.facts, producer, noConnectionFacts, (facts) => {
    const changed: Copy<ConnectionFacts> = { ...facts };
    if (accepted) changed.accepted = latest(facts.accepted, mark);
    changed.alive = latest(facts.alive, mark);
    return changed;
  });
  next.opened = { at: earliest(opened?.at ?? null, at), position: opened?.position ?? position };
  return next;
}

export const listedOn = (connection: ConnectionState, moment: Moment): ConnectionState => ({
  ...aliveOn(connection, moment, false),
  active: true,
  tools_listed_at: newest(connection.tools_listed_at, moment.at),
});

export const failedOn = (connection: ConnectionState, { producer, mark }: Moment): ConnectionState => ({
  ...connection,
  facts: withFacts(connection.facts, producer, noConnectionFacts, (facts) => ({
    ...facts,
    failed: latest(facts.failed, mark),
  })),
});

export const closedOn = (
  connection: ConnectionState,
  { producer }: Moment,
  reason: Reason,
): ConnectionState => ({
  ...connection,
  facts: withFacts(connection.facts, producer, noConnectionFacts, (facts) => ({
    ...facts,
    closed: laterFact(facts.closed, reason),
  })),
});

/** Newest first, by when they were first seen to work. */
export const byNewest = (a: ConnectionState, b: ConnectionState): number =>
  (b.opened?.position ?? -1) - (a.opened?.position ?? -1);

/**
 * Lets go of connections that no status needs: those that were closed and are not among the newest, and beyond a
 * bound the oldest of the others.
 */
function pruned(server: ServerState): ServerState {
  if (server.connections.length <= DETAILED) return server;
  const ordered = server.connections.filter(({ opened }) => opened !== null).sort(byNewest);
  const pending = server.connections.filter(({ opened }) => opened === null).slice(-MAX_PENDING);
  const open = ordered.filter(
    (connection, index) => index < DETAILED || connectionVerdict(connection).closed === null,
  );
  const kept = open.slice(0, MAX_OPEN);
  if (kept.length === ordered.length) return { ...server, connections: [...pending, ...kept.toReversed()] };
  const dropped = ordered.filter((connection) => !kept.includes(connection));
  return dropped.reduce(forget, { ...server, connections: [...pending, ...kept.toReversed()] });
}

function forget(server: ServerState, connection: ConnectionState): ServerState {
  const ids = [...server.forgotten.ids, shortHash(connection.connection_id)].slice(-MAX_FORGOTTEN);
  const closing = new Map(connection.facts.map((facts) => [facts.producer, closingMark(facts)]));
  return {
    ...server,
    forgotten: { count: server.forgotten.count + 1, ids },
    facts: server.facts.map((facts) => ({
      ...facts,
      closed: latest(facts.closed, closing.get(facts.producer) ?? null),
    })),
  };
}

/** The end of a connection that worked until then: one that had failed before is ended by that failure. */
export function closingMark({ alive, failed, closed }: ConnectionFacts): ConnectionFacts['alive'] {
  if (closed === null) return null;
  const wasFailed = isLater(failed, alive) && isLater(closed.mark, failed);
  return wasFailed ? null : closed.mark;
}
