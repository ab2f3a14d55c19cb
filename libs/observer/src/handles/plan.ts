import type { HandleState } from '../pipeline/event.ts';
import type { Seal } from './seal.ts';
import type { OpenSessions } from './sessions.ts';

/** How a call is taken, and what its result says of it. */
export interface HandlePlan {
  readonly state: HandleState;
  /** Null for a handle that is not ours: it names no session. */
  readonly session_id: string | null;
  /** What the result gives: a handle, with the notice that the given one is over where `isOver`; or that it is none of ours. Null for nothing. */
  readonly told: { readonly handle: string; readonly isOver: boolean } | 'unrecognised' | null;
}

export interface PlanOptions {
  readonly seal: Seal;
  readonly sessions: OpenSessions;
  /** Milliseconds that a handle is good for from when it is given, however old its session is. */
  readonly ttlMs: number;
  readonly now: () => number;
}

/**
 * A call without a handle belongs to the transport's open session, and is given one. So does a call whose handle is over:
 * whoever holds that one is no longer taken for the session that it named.
 */
export function planOf(
  value: unknown,
  transport: object,
  { seal, sessions, ttlMs, now }: PlanOptions,
): HandlePlan {
  const issued = (state: 'issued' | 'expired'): HandlePlan => {
    const session_id = sessions.of(transport);
    const handle = seal.mint(session_id, now() + ttlMs);
    return { state, session_id, told: { handle, isOver: state === 'expired' } };
  };
  if (value === undefined || value === null || value === '') return issued('issued');
  const reading = seal.read(value, now());
  if (reading.state === 'valid') return { state: 'supplied', session_id: reading.session_id, told: null };
  if (reading.state === 'expired') return issued('expired');
  return { state: 'unrecognised', session_id: null, told: 'unrecognised' };
}
