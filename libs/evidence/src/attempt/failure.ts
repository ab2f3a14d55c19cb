import { codes } from '../codes/codes.ts';
import { closingMark } from './connections.ts';
import { noServerFacts } from './fact.ts';
import { isLater, latest, type Mark } from './mark.ts';
import type { ConnectionFacts, Reason, ServerFacts, ServerState } from './state.ts';
import { connectionVerdict } from './verdict.ts';

/** A failure of a server, and whether it names a connection. */
interface Failure {
  readonly reason: Reason;
  readonly named: boolean;
}

/** True when its process ended after it had worked: the end of a connection, not a failure to attach. */
export const exitedAfterWork = ({ exited, first }: ServerFacts): boolean =>
  exited !== null && first !== null && isLater(exited.mark, first);

const factsOf = (server: ServerState, producer: number): ConnectionFacts[] =>
  server.connections.flatMap(({ facts }) => facts.filter((own) => own.producer === producer));

/** What one producer knows as failures, the end of a process before it accepted anything among them. */
function failuresOf(server: ServerState, facts: ServerFacts): Failure[] {
  const failures: Failure[] = [];
  if (facts.failed !== null) failures.push({ reason: facts.failed, named: false });
  if (facts.connectionFailed !== null) failures.push({ reason: facts.connectionFailed, named: true });
  if (facts.exited !== null && !exitedAfterWork(facts)) failures.push({ reason: facts.exited, named: false });
  return [...failures, ...earlyExits(server, facts.producer)];
}

/** Ends of processes by a connection that nobody saw accepted. */
function earlyExits(server: ServerState, producer: number): Failure[] {
  return server.connections
    .filter((connection) => !connectionVerdict(connection).accepted)
    .flatMap(({ facts }) => facts)
    .filter((facts) => facts.producer === producer)
    .flatMap(({ closed }) =>
      closed?.reason_code === codes.reason.closed.processExited ? [{ reason: closed, named: true }] : [],
    );
}

/** The producer's newest end of something that worked: what failed before it was over by then. */
function newestClose(server: ServerState, facts: ServerFacts): Mark | null {
  const accepted = server.connections.filter((connection) => connectionVerdict(connection).accepted);
  const ends = factsOf({ ...server, connections: accepted }, facts.producer).map(closingMark);
  const exit = exitedAfterWork(facts) ? (facts.exited?.mark ?? null) : null;
  return [...ends, exit].reduce(latest, facts.closed);
}

/** Every failure that a producer saw, standing or not. */
export function allFailures(server: ServerState): readonly Reason[] {
  return everyProducer(server).flatMap((facts) => failuresOf(server, facts).map(({ reason }) => reason));
}

/**
 * The failures that stand. One does when no other producer saw the server work, and its own producer saw neither a later
 * sign of life nor a later end of something that worked.
 */
export function standingFailures(server: ServerState): readonly Failure[] {
  return everyProducer(server).flatMap((facts) => {
    if (server.facts.some((other) => other.producer !== facts.producer && other.alive !== null)) return [];
    const recovered = latest(facts.alive, newestClose(server, facts));
    return failuresOf(server, facts).filter(({ reason }) => isLater(reason.mark, recovered));
  });
}

/** The facts of each producer, also of one that so far only saw a connection end. */
function everyProducer({ facts, connections }: ServerState): readonly ServerFacts[] {
  const known = new Set(facts.map(({ producer }) => producer));
  const others = new Set(
    connections.flatMap((connection) => connection.facts.map(({ producer }) => producer)),
  );
  return [...facts, ...[...others].filter((producer) => !known.has(producer)).map(noServerFacts)];
}
