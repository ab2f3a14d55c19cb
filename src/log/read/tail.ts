import {
  type Announcements,
  createAnnouncements,
  type EventLog,
  isLogFault,
  type LogEvent,
  type Position,
} from '@mcp-witness/event-log';
import { createRecent } from './recent.ts';

/** Dependency injection token of {@link Tail}. */
export const TAIL = Symbol('TAIL');

/**
 * Follows the end of the log once for all readers of this process that wait there: however many they are, a new event
 * is read from the engine one time. Its version rises with everything that is appended.
 */
export interface Tail extends Pick<Announcements, 'version' | 'wait'> {
  /** The service stops: nothing is followed any more. */
  readonly closed: boolean;
  /** Makes sure that the log is followed, until the function that it gives is called. */
  join(): () => void;
  /** Events after `after`: from memory where all of them are held. Fewer than `limit` only at the end of the log. */
  read(after: Position, limit: number): Promise<readonly LogEvent[]>;
  /** Holds in memory nothing of what came so far: some of it was erased. */
  forget(): void;
  /** Ends the following for good, and wakes everybody. */
  close(): void;
}

const againMilliseconds = 500;

export const createTail = (log: EventLog): Tail => {
  const recent = createRecent();
  const changes = createAnnouncements();
  let readers = 0;
  let following: AbortController | null = null;
  let closed = false;
  /** Whether `recent` is up to date with the log. */
  let held = false;

  const follow = async (signal: AbortSignal): Promise<void> => {
    const after = await log.head();
    if (signal.aborted) return;
    recent.restart(after);
    held = true;
    changes.announce();
    for await (const page of log.subscribe({ after, signal })) {
      recent.push(page);
      changes.announce();
    }
  };

  const keepFollowing = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && !closed) {
      await follow(signal).catch((error: unknown) => {
        closed ||= isLogFault(error) && error.code === 'closed';
      });
      if (following?.signal === signal) held = false;
      await changes.wait(changes.version, againMilliseconds, signal);
    }
  };

  const stop = (): void => {
    following?.abort();
    following = null;
    held = false;
  };

  return {
    get version() {
      return changes.version;
    },
    get closed() {
      return closed;
    },
    wait: (...args) => changes.wait(...args),
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
    forget() {
      recent.forget();
    },
    close() {
      closed = true;
      stop();
      changes.close();
    },
  };
};
