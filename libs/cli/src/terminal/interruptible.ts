import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';

const saysSo = (error: unknown): boolean =>
  error instanceof CommandFailure && error.exitCode === exitCodes.interrupted;

/**
 * Runs `act` with a signal that SIGINT and SIGTERM abort. What it rejects with after that is the interruption, also where it
 * was a call that the signal broke off.
 */
export async function interruptible<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController();
  const stop = (): void => {
    abort.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    return await act(abort.signal);
  } catch (error) {
    if (!abort.signal.aborted || saysSo(error)) throw error;
    throw new CommandFailure(exitCodes.interrupted, 'interrupted');
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
