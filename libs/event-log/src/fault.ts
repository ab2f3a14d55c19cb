/**
 * Why the log did not do what it was asked.
 * - `busy`: the queue of waiting appends is full; try again after `retryAfterSeconds`. Nothing was stored.
 * - `refused`: this append or read can never be served (size, NUL, lone surrogate, no events). Nothing was stored.
 * - `mismatch`: the `append_id` is known with other content. Nothing was stored.
 * - `unknown_position`: a read from a position that this log never gave, where that cannot be told from its order.
 * - `unavailable`: the engine could not be reached or failed; the outcome of an append is unknown, repeat it.
 * - `closed`: the log was closed.
 */
export type LogFaultCode = 'busy' | 'refused' | 'mismatch' | 'unknown_position' | 'unavailable' | 'closed';

export interface LogFault extends Error {
  readonly name: 'LogFault';
  readonly code: LogFaultCode;
  readonly retryAfterSeconds?: number;
}

export const isLogFault = (error: unknown): error is LogFault =>
  error instanceof Error && error.name === 'LogFault';

interface Circumstances {
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
}

/** Made by engines only. The message never repeats what was sent. */
export function logFault(code: LogFaultCode, message: string, circumstances: Circumstances = {}): LogFault {
  const { cause, retryAfterSeconds } = circumstances;
  const error = cause === undefined ? new Error(message) : new Error(message, { cause });
  return Object.assign(error, {
    name: 'LogFault' as const,
    code,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
