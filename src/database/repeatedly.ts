import { isDatabaseAway } from './away.ts';

/** Work that is done again and again until it is ended. */
export interface Repeating {
  /** Does it at once, or once more right after what runs. */
  soon(): void;
  /** Lets what runs finish, and nothing begin any more. */
  end(): Promise<void>;
}

/**
 * Runs `act` at once and then `milliseconds` after each end of it; its signal aborts at the end. What it rejects with is
 * told to `failed`, but not that the database is away, which passes. Without `failed` it must not reject.
 */
export const repeatedly = (
  milliseconds: number,
  act: (signal: AbortSignal) => Promise<void>,
  failed?: (error: unknown) => void,
): Repeating => {
  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let wake = (): void => undefined;
  let isWanted = false;
  const isOver = (): boolean => end.signal.aborted;
  const actOnce = async (): Promise<void> => {
    isWanted = false;
    try {
      await act(end.signal);
    } catch (error) {
      if (failed === undefined) throw error;
      if (!isDatabaseAway(error)) failed(error);
    }
  };
  const wait = async (): Promise<void> => {
    if (isWanted) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, milliseconds);
    });
    clearTimeout(timer);
  };
  const run = async (): Promise<void> => {
    for (;;) {
      await actOnce();
      if (isOver()) return;
      await wait();
      if (isOver()) return;
    }
  };
  const running = run();
  return {
    soon: () => {
      isWanted = true;
      wake();
    },
    end: () => {
      end.abort();
      clearTimeout(timer);
      wake();
      return running;
    },
  };
};
