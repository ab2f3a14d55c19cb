/** Work that is done again and again until it is ended. */
export interface Repeating {
  /** Lets what runs finish, and nothing begin any more. */
  end(): Promise<void>;
}

/** Runs `act` at once and then `milliseconds` after each end of it. `act` must not reject; its signal aborts at the end. */
export const repeatedly = (milliseconds: number, act: (signal: AbortSignal) => Promise<void>): Repeating => {
  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let wake = (): void => undefined;
  const isOver = (): boolean => end.signal.aborted;
  const run = async (): Promise<void> => {
    for (;;) {
      await act(end.signal);
      if (isOver()) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, milliseconds);
      });
      if (isOver()) return;
    }
  };
  const running = run();
  return {
    end: () => {
      end.abort();
      clearTimeout(timer);
      wake();
      return running;
    },
  };
};
