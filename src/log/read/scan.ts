import { type LogEvent, type Position } from '@mcp-witness/event-log';
import { type FeedEvent, type Pick } from './feed-event.ts';

/** Events after a position, as the log has them: fewer than `limit` only at its end. */
export type ReadAfter = (after: Position, limit: number) => Promise<readonly LogEvent[]>;

export interface Scan {
  readonly after: Position;
  /** Events that are picked at most. */
  readonly limit: number;
  readonly pick: Pick;
}

/** What one bounded look at the log gave. */
export interface Scanned {
  readonly events: readonly FeedEvent[];
  /** Everything up to here was looked at. */
  readonly reached: Position;
  /** Nothing came after it. */
  readonly atEnd: boolean;
}

/** Events that one scan looks at, whatever it picks. */
export const mostLookedAt = 5_000;
const firstPage = 100;
const laterPage = 1_000;
/** Text that one scan picks, but for its first event. */
const mostText = 4 * 1024 * 1024;

/**
 * Picks events after a position, in the order of the log. It looks at 5,000 events at most, so that a reader who wants
 * few of them gets an empty page and a place to go on from, and its cost does not grow with the log.
 */
export const scan = async (read: ReadAfter, { after, limit, pick }: Scan): Promise<Scanned> => {
  const events: FeedEvent[] = [];
  let reached = after;
  let text = 0;
  for (let looked = 0, size = Math.max(firstPage, Math.min(limit + 1, laterPage)); looked < mostLookedAt;) {
    const page = await read(reached, size);
    for (const [index, event] of page.entries()) {
      const picked = pick(event);
      if (picked !== null && events.length > 0 && text + event.data.length > mostText)
        return { events, reached, atEnd: false };
      reached = event.position;
      if (picked === null) continue;
      events.push(picked);
      text += event.data.length;
      if (events.length === limit)
        return { events, reached, atEnd: index === page.length - 1 && page.length < size };
    }
    if (page.length < size) return { events, reached, atEnd: true };
    looked += page.length;
    size = Math.min(laterPage, mostLookedAt - looked);
  }
  return { events, reached, atEnd: false };
};
