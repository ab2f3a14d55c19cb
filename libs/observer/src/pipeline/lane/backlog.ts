import type { ObservedEvent } from '../event.ts';

export interface BacklogLimits {
  readonly events: number;
  /** Roughly, in memory. */
  readonly bytes: number;
}

/** Events that wait in memory for one sink, the oldest first. */
export interface Backlog {
  readonly size: number;
  /** What they take, roughly. */
  readonly bytes: number;
  /** False when there is no room: it was not taken. */
  add(event: ObservedEvent): boolean;
  /** The first `most`, of no more than `mostBytes` unless one alone has more. They stay until they are removed. */
  first(most: number, mostBytes?: number): readonly ObservedEvent[];
  remove(count: number): void;
}

const EVENT_BYTES = 600;

const lengthOf = (value: unknown): number => (value === null ? 0 : JSON.stringify(value).length);

/** What an event takes, with some to spare; too much, where it cannot be written at all. */
function weightOf(event: ObservedEvent): number {
  const { actor, tags, properties, text, arguments_summary, result, headers, listing } = event;
  try {
    return (
      EVENT_BYTES +
      lengthOf(actor) +
      lengthOf(tags) +
      lengthOf(properties) +
      lengthOf(text) +
      lengthOf(arguments_summary) +
      lengthOf(event.arguments) +
      lengthOf(result) +
      lengthOf(headers) +
      lengthOf(listing?.served ?? null)
    );
  } catch {
    return Infinity;
  }
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
    get bytes() {
      return bytes;
    },
    add(event) {
      const weight = weightOf(event);
      if (size() >= limits.events || bytes + weight > limits.bytes) return false;
      bytes += weight;
      waiting.push({ event, weight });
      return true;
    },
    first(most, mostBytes = Infinity) {
      const events: ObservedEvent[] = [];
      let sum = 0;
      for (const { event, weight } of waiting.slice(head, head + most)) {
        sum += weight;
        if (sum > mostBytes && events.length > 0) break;
        events.push(event);
      }
      return events;
    },
    remove(count) {
      const end = Math.min(head + count, waiting.length);
      for (; head < end; head += 1) bytes -= waiting[head]?.weight ?? 0;
      if (head < MOST_EMPTY && head < waiting.length) return;
      waiting = waiting.slice(head);
      head = 0;
    },
  };
}
