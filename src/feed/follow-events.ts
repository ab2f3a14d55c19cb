import { type Position } from '@mcp-witness/event-log';
import { type FeedEvent, type Pick } from '../log/read/feed-event.ts';
import { scan } from '../log/read/scan.ts';
import { type Tail } from '../log/read/tail.ts';

/** What a stream says next: some events, or, when there is nothing else to say, that it lives and how far it is. */
export interface Step {
  readonly events: readonly FeedEvent[];
  /** Everything up to here was looked at. */
  readonly reached: Position;
}

export interface Following {
  readonly tail: Tail;
  readonly after: Position;
  readonly pick: Pick;
  /** Ends after so many events; null: never. */
  readonly limit: number | null;
  /** False: ends with the last event that is there. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
  readonly beatMilliseconds: number;
}

const eventsPerStep = 100;

/** Events after a position in the order of the log, each once, first what is there and then what comes, until `signal` aborts. */
export async function* followEvents(following: Following): AsyncGenerator<Step, void, undefined> {
  const { tail, pick, follow, signal, beatMilliseconds } = following;
  const leave = follow ? tail.join() : (): void => undefined;
  let reached = following.after;
  let left = following.limit ?? Number.POSITIVE_INFINITY;
  let spoke = performance.now();
  try {
    while (!signal.aborted && left > 0) {
      const seen = tail.version;
      const limit = Math.min(left, eventsPerStep);
      const scanned = await scan((after, size) => tail.read(after, size), { after: reached, limit, pick });
      reached = scanned.reached;
      left -= scanned.events.length;
      const silence = performance.now() - spoke;
      if (scanned.events.length > 0 || silence >= beatMilliseconds) {
        yield { events: scanned.events, reached };
        spoke = performance.now();
      }
      if (!scanned.atEnd) continue;
      if (!follow) return;
      await tail.wait(seen, Math.max(0, beatMilliseconds - (performance.now() - spoke)), signal);
    }
  } finally {
    leave();
  }
}
