import { cleanText } from '@mcp-witness/evidence';
import { newObservationId } from '../hub/hub.ts';
import type { Correlation, Observation } from '../observation.ts';

/** Something of the owner's own that belongs beside what was seen. It goes the way of every event: hooks, redaction, sinks. */
export interface CustomEvent {
  /** What happened, as a name of few values: 1 to 256 bytes. */
  readonly name: string;
  /** At most 600 bytes of it are told. */
  readonly text?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** The owner's session that it belongs to; told as the digest that `resolveSession` gives for the same text. */
  readonly session?: string;
  /** What ties it to a session, as an event or a hook's call had it. */
  readonly correlation?: Correlation;
  /** Milliseconds that it took until now. */
  readonly duration_ms?: number;
}

const NAME_BYTES = 256;

const nothingSeen = {
  kind: 'custom',
  method: null,
  asked_by: 'client',
  outcome: null,
  error_code: null,
  reason_code: null,
  result_bytes: 0,
  round_trips: 0,
  era: null,
  protocol_version: null,
  client: null,
  connection_id: null,
  transport: 'unknown',
  listing: null,
  parent_id: null,
  traceparent: null,
  tracestate: null,
} as const;

/** Throws on a name that is none. */
export function observationOfCustom(event: CustomEvent, server: string, now: number): Observation {
  const { name, text, tags, properties, session, duration_ms = null } = event;
  const named =
    typeof name === 'string' ? cleanText(name, { lineBreaks: false, maxBytes: NAME_BYTES }).text : '';
  if (named === '') throw new TypeError('an event of yours needs a name');
  return {
    ...nothingSeen,
    id: newObservationId(),
    server,
    name: named,
    at: now - (duration_ms ?? 0),
    duration_ms,
    correlation: event.correlation ?? { rung: 'none' },
    content: {
      params: { text, tags, properties, session },
      result: undefined,
      error: undefined,
      extra: undefined,
    },
  };
}
