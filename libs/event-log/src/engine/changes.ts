/** Wakes readers that wait for the log to grow. Take `version` before reading, and wait on what was taken. */
export interface Changes {
  readonly version: number;
  announce(): void;
  /** Ends when the version is no longer `seen`, after `milliseconds`, or on abort; never rejects. */
  wait(seen: number, milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function createChanges(): Changes {
  let version = 0;
  const waiting = new Set<() => void>();
  return {
    get version() {
      return version;
    },
    announce() {
      version += 1;
      for (const wake of waiting) wake();
    },
    wait: (seen, milliseconds, signal) =>
      new Promise((resolve) => {
        if (version !== seen || signal.aborted) {
          resolve();
          return;
        }
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      }),
  };
}
