import { type LogEvent } from '../port.ts';
import { type Position } from '../position.ts';
import { type Announcements } from './announcements.ts';

interface Following {
  readonly after: Position;
  readonly pageSize: number;
  /** Ends the iteration. */
  readonly signal: AbortSignal;
  readonly changes: Announcements;
  /** How long at most a change that nobody announced stays unseen. */
  readonly pollMilliseconds: number;
  readonly readPage: (after: Position, limit: number) => Promise<readonly LogEvent[]>;
}

/** Pages of the log from `after` on; the next page is read while the consumer works on the last one. */
export async function* follow(following: Following): AsyncGenerator<readonly LogEvent[], void, undefined> {
  const { pageSize, signal, changes, pollMilliseconds, readPage } = following;
  let position = following.after;
  let seen = changes.version;
  let ahead: Promise<readonly LogEvent[]> | null = null;
  while (!signal.aborted) {
    if (ahead === null) {
      seen = changes.version;
      ahead = readPage(position, pageSize);
    }
    const page = await ahead;
    ahead = null;
    if (isAborted(signal)) return;
    position = page.at(-1)?.position ?? position;
    if (page.length === pageSize) {
      seen = changes.version;
      ahead = readPage(position, pageSize);
      // Its failure is met when the page is asked for, which may be never.
      ahead.catch(() => undefined);
    }
    if (page.length > 0) yield page;
    if (page.length < pageSize) await changes.wait(seen, pollMilliseconds, signal);
  }
}

// A function, because control flow analysis takes a property for constant across an await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
