/**
 * Why the log did not do what it was asked.
 * - `busy`: the queue of waiting appends is full; try again after `retryAfterSeconds`. Nothing was stored.
 * - `refused`: this append can never be stored (size, NUL, lone surrogate, no events). Nothing was stored.
 * - `mismatch`: the `append_id` is known with other content. Nothing was stored.
 * - `unavailable`: the engine could not be reached or failed; the outcome of an append is unknown, repeat it.
 * - `closed`: the log was closed.
 */
export type LogFaultCode = 'busy' | 'refused' | 'mismatch' | 'unavailable' | 'closed';

export interface LogFault extends Error {
  readonly name: 'LogFault';
  readonly code: LogFaultCode;
  readonly retryAfterSeconds?: number;
}

export const isLogFault = (error: unknown): error is LogFault => error instanceof Error && error.name === 'LogFault';
