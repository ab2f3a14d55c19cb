import { pickReason } from './fact.ts';
import { isLater } from './mark.ts';
import type { ConnectionFacts, ConnectionState, Reason } from './state.ts';

/** What the producers together say of one connection. */
export interface ConnectionVerdict {
  readonly accepted: boolean;
  /** Its end; null while nobody saw one. */
  readonly closed: Reason | null;
  /** A failure names it, and stands. */
  readonly failed: boolean;
}

/**
 * It is closed once one producer saw its end: ids are never used again. Its failure stands when its producer saw no later
 * sign of life and no other producer saw any: acceptance outranks failure.
 */
export function connectionVerdict({ facts }: ConnectionState): ConnectionVerdict {
  const isFailed = (own: ConnectionFacts): boolean =>
    isLater(own.failed, own.alive) && !facts.some((other) => other !== own && other.alive !== null);
  return {
    accepted: facts.some(({ alive }) => alive !== null),
    closed: pickReason(facts.map(({ closed }) => closed)),
    failed: facts.some(isFailed),
  };
}
