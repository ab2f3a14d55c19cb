import { type Step } from './follow-events.ts';
import { type Representation } from './representation.ts';

/** How a stream is written. */
export interface StreamText {
  /** Said at once, before the first event. */
  readonly opening: string;
  /** Parts of one step, each small enough to be written by itself. */
  parts(step: Step): Iterable<string>;
}

/** How long a browser waits before it connects again. */
const retryMilliseconds = 2_000;

/** One event a line; an empty line when there was nothing to say for a while. */
const ndjson: StreamText = {
  opening: '',
  *parts({ events }) {
    for (const event of events) yield `${JSON.stringify(event)}\n`;
    if (events.length === 0) yield '\n';
  },
};

/** Server-sent events, where an id alone moves `Last-Event-ID` past events that were not wanted. */
const sse: StreamText = {
  opening: `retry: ${retryMilliseconds}\n\n`,
  *parts({ events, reached }) {
    for (const event of events) yield `id: ${event.global_position}\ndata: ${JSON.stringify(event)}\n\n`;
    if (events.length === 0) yield `: heartbeat\nid: ${reached}\n\n`;
  },
};

export type StreamRepresentation = Extract<Representation, 'application/x-ndjson' | 'text/event-stream'>;

export const streamTexts: Readonly<Record<StreamRepresentation, StreamText>> = {
  'application/x-ndjson': ndjson,
  'text/event-stream': sse,
};
