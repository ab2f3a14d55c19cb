/** Runs `act` with a signal that SIGINT and SIGTERM abort. */
export async function interruptible<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController();
  const stop = (): void => {
    abort.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    return await act(abort.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
