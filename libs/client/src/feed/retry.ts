import { WitnessError } from '../problem.ts';

/** Whether the same call may succeed later: no answer came, or the service was full, stopping or without its database. */
export const isPassing = (error: unknown): boolean =>
  error instanceof WitnessError &&
  (error.kind === 'unreachable' || error.status >= 500 || error.status === 429 || error.status === 408);

/** What the service asks to wait, in milliseconds. */
export const askedWait = (error: unknown): number =>
  error instanceof WitnessError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;

/** Ends after `milliseconds`, or at once on abort. Never rejects. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
