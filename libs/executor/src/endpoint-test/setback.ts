/** Why a test ends before its end; in our words, nothing of the server's. Thrown within a test and never out of it. */
export class Setback extends Error {
  override readonly name = 'Setback';
  readonly reason_code: string;

  constructor(reason_code: string, summary: string) {
    super(summary);
    this.reason_code = reason_code;
  }
}

/** Settles as the work does, or rejects with the signal's reason as soon as it aborts. */
export function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}
