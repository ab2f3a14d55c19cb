import { type LogEvent, Position } from '@mcp-witness/event-log';

/** The newest part of the log in memory, bounded. */
export interface Recent {
  /** Forgets everything; from now on it holds what comes after `start`. */
  restart(start: Position): void;
  push(events: readonly LogEvent[]): void;
  /** Forgets what it holds, and goes on after it. */
  forget(): void;
  /** Events after `after`, at most `limit`; null when it does not hold all of them. */
  after(after: Position, limit: number): readonly LogEvent[] | null;
}

const mostEvents = 10_000;
const mostText = 16 * 1024 * 1024;

const weightOf = ({ data, meta }: LogEvent): number => data.length + (meta?.length ?? 0);

/** Index of the first event after the position. */
const firstAfter = (events: readonly LogEvent[], after: Position): number => {
  let low = 0;
  for (let high = events.length; low < high;) {
    const middle = (low + high) >> 1;
    const event = events[middle];
    if (event !== undefined && Position.compare(event.position, after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const createRecent = (limits = { events: mostEvents, text: mostText }): Recent => {
  let start: Position | null = null;
  let events: LogEvent[] = [];
  let text = 0;

  const dropOldest = (): void => {
    if (events.length <= limits.events && text <= limits.text) return;
    const dropped = events.splice(0, Math.ceil(events.length / 2));
    text -= dropped.reduce((sum, event) => sum + weightOf(event), 0);
    start = dropped.at(-1)?.position ?? start;
  };

  return {
    restart(position) {
      start = position;
      events = [];
      text = 0;
    },
    push(page) {
      if (start === null) return;
      events.push(...page);
      text += page.reduce((sum, event) => sum + weightOf(event), 0);
      while (events.length > limits.events || text > limits.text) dropOldest();
    },
    forget() {
      start = events.at(-1)?.position ?? start;
      events = [];
      text = 0;
    },
    after(after, limit) {
      if (start === null || Position.compare(after, start) < 0) return null;
      const first = firstAfter(events, after);
      return events.slice(first, first + limit);
    },
  };
};
