import type { HandleState } from '../pipeline/event.ts';
import type { Seal } from './seal.ts';

/** How a call is taken, and what its result says of it. */
export interface HandlePlan {
  readonly state: HandleState;
  /** Null for a handle that is not ours: it names no session. */
  readonly session_id: string | null;
  /** What the result gives: a handle, or the notice that the given one is none of ours. Null for nothing. */
  readonly told: { readonly handle: string } | 'unrecognised' | null;
}

export interface PlanOptions {
  readonly seal: Seal;
  readonly ttlMs: number;
  readonly now: () => number;
}

/** A call without a handle belongs to `session`, and is given one; so is a call whose handle is over, for its own session. */
export function planOf(value: unknown, session: () => string, { seal, ttlMs, now }: PlanOptions): HandlePlan {
  const issued = (state: HandleState, session_id: string): HandlePlan => ({
    state,
    session_id,
    told: { handle: seal.mint(session_id, now() + ttlMs) },
  });
  if (value === undefined || value === null || value === '') return issued('issued', session());
  const reading = seal.read(value, now());
  if (reading.state === 'valid') return { state: 'supplied', session_id: reading.session_id, told: null };
  if (reading.state === 'expired') return issued('expired', reading.session_id);
  return { state: 'unrecognised', session_id: null, told: 'unrecognised' };
}
