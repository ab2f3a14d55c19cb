/** Wakes readers that wait for something to come. Take `version` before looking, and wait on what was taken. */
export interface Announcements {
  readonly version: number;
  announce(): void;
  /** Ends when the version is no longer `seen`, after `milliseconds`, on abort, or once closed; never rejects. */
  wait(seen: number, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Wakes everybody, and lets nobody wait any more. */
  close(): void;
}

export const createAnnouncements = (): Announcements => {
  const waiting = new Set<() => void>();
  let version = 0;
  let closed = false;
  const announce = (): void => {
    version += 1;
    for (const wake of waiting) wake();
  };
  return {
    get version() {
      return version;
    },
    announce,
    wait: (seen, milliseconds, signal) =>
      new Promise((resolve) => {
        if (version !== seen || signal.aborted || closed) {
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
    close() {
      closed = true;
      announce();
    },
  };
};
