import { type EventLog, isLogFault, type LogEvent, type Position } from '@mcp-witness/event-log';
import { createRecent } from './recent.ts';

/** Dependency injection token of {@link Tail}. */
export const TAIL = Symbol('TAIL');

/**
 * Follows the end of the log once for all readers of this process that wait there: however many they are, a new event
 * is read from the engine one time.
 */
export interface Tail {
  /** Rises with everything that was appended. Take it before reading, and wait on what was taken. */
  readonly version: number;
  /** Makes sure that the log is followed, until the function that it gives is called. */
  join(): () => void;
  /** Events after `after`: from memory where all of them are held. Fewer than `limit` only at the end of the log. */
  read(after: Position, limit: number): Promise<readonly LogEvent[]>;
  /** Ends when the version is no longer `seen`, after `milliseconds`, or on abort; never rejects. */
  wait(seen: number, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Ends the following for good, and wakes everybody. */
  close(): void;
}

const againMilliseconds = 500;

export const createTail = (log: EventLog): Tail => {
  const recent = createRecent();
  const waiting = new Set<() => void>();
  let version = 0;
  let readers = 0;
  let following: AbortController | null = null;
  let closed = false;
  /** Whether `recent` is up to date with the log. */
  let held = false;

  const announce = (): void => {
    version += 1;
    for (const wake of waiting) wake();
  };

  const follow = async (signal: AbortSignal): Promise<void> => {
    const after = await log.head();
    if (signal.aborted) return;
    recent.restart(after);
    held = true;
    announce();
    for await (const page of log.subscribe({ after, signal })) {
      recent.push(page);
      announce();
    }
  };

  const keepFollowing = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await follow(signal).catch((error: unknown) => {
        if (isLogFault(error) && error.code === 'closed') closed = true;
      });
      if (following?.signal === signal) held = false;
      if (closed) return;
      await wait(version, againMilliseconds, signal);
    }
  };

  const wait: Tail['wait'] = (seen, milliseconds, signal) =>
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
    });

  const stop = (): void => {
    following?.abort();
    following = null;
    held = false;
  };

  return {
    get version() {
      return version;
    },
    join() {
      readers += 1;
      if (following === null && !closed) {
        following = new AbortController();
        void keepFollowing(following.signal);
      }
      let left = false;
      return () => {
        if (left) return;
        left = true;
        readers -= 1;
        if (readers === 0) stop();
      };
    },
    read: async (after, limit) =>
      (held ? recent.after(after, limit) : null) ?? (await log.readAll({ after, limit })),
    wait,
    close() {
      closed = true;
      stop();
      announce();
    },
  };
};
