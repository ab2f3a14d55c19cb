import type { ObservedEvent } from '../event.ts';

export interface BacklogLimits {
  readonly events: number;
  /** Roughly, in memory. */
  readonly bytes: number;
}

/** Events that wait in memory for one sink, the oldest first. */
export interface Backlog {
  readonly size: number;
  /** False when there is no room: it was not taken. */
  add(event: ObservedEvent): boolean;
  /** The first `most`, which stay until they are removed. */
  first(most: number): readonly ObservedEvent[];
  remove(count: number): void;
}

const EVENT_BYTES = 600;

const lengthOf = (value: unknown): number => (value === null ? 0 : JSON.stringify(value).length);

/** What an event takes, with some to spare. */
function weightOf(event: ObservedEvent): number {
  const { actor, tags, properties, text, arguments_summary, result, headers } = event;
  const own = [actor, tags, properties, text, arguments_summary, event.arguments, result, headers];
  return EVENT_BYTES + own.reduce<number>((sum, part) => sum + lengthOf(part), 0);
}

/** What was removed is let go of once so much of the list is empty. */
const MOST_EMPTY = 1_024;

export function createBacklog(limits: BacklogLimits): Backlog {
  let waiting: { readonly event: ObservedEvent; readonly weight: number }[] = [];
  let head = 0;
  let bytes = 0;
  const size = (): number => waiting.length - head;
  return {
    get size() {
      return size();
    },
    add(event) {
      const weight = weightOf(event);
      if (size() >= limits.events || bytes + weight > limits.bytes) return false;
      bytes += weight;
      waiting.push({ event, weight });
      return true;
    },
    first: (most) => waiting.slice(head, head + most).map(({ event }) => event),
    remove(count) {
      const end = Math.min(head + count, waiting.length);
      for (; head < end; head += 1) bytes -= waiting[head]?.weight ?? 0;
      if (head < MOST_EMPTY && head < waiting.length) return;
      waiting = waiting.slice(head);
      head = 0;
    },
  };
}
