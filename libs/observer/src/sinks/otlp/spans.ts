import type { ObservedEvent } from '../../pipeline/event.ts';
import { type Attribute, attributesOf, nanoseconds, type Value } from './attributes.ts';
import { commonValues, errorTypeOf, sessionOf } from './conventions.ts';

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = { code: 2 } as const;

/** A span as OTLP has it in JSON. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

const prefixed = (
  prefix: string,
  values: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> =>
  values === null
    ? {}
    : Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));

type Values = Readonly<Record<string, Value | null>>;

function whoValues({ actor, agent, client }: ObservedEvent): Values {
  return {
    'gen_ai.agent.name': agent?.name ?? null,
    'witness.agent.parent': agent?.parent ?? null,
    'user.id': actor?.id ?? null,
    'user.name': actor?.name ?? null,
    'witness.actor.data': jsonOf(actor?.data ?? null),
    ...(client !== null && {
      'witness.client.name': client.name,
      'witness.client.version': client.version,
      'witness.client.named_by': client.rung,
    }),
  };
}

function contentValues(event: ObservedEvent): Values {
  return {
    'gen_ai.tool.call.arguments': jsonOf(event.arguments),
    'gen_ai.tool.call.result': jsonOf(event.result),
    'witness.arguments.summary': event.arguments_summary,
    'witness.text': event.text,
    'witness.properties': jsonOf(event.properties),
    ...prefixed('http.request.header.', event.headers),
    ...prefixed('witness.tag.', event.tags),
  };
}

function attributesOfSpan(event: ObservedEvent): readonly Attribute[] {
  const { listing } = event;
  return attributesOf({
    ...commonValues(event),
    'mcp.session.id': sessionOf(event),
    'witness.kind': event.kind,
    'witness.server': event.server,
    'witness.event.id': event.id,
    'witness.correlation': event.correlation.rung,
    'witness.handle': event.handle,
    'witness.outcome': event.outcome,
    'witness.reason': event.reason_code,
    'witness.result.bytes': event.result_bytes,
    'witness.round_trips': event.round_trips,
    'witness.list.count': listing?.count ?? null,
    'witness.list.complete': listing?.complete ?? null,
    ...whoValues(event),
    ...contentValues(event),
  });
}

function nameOf(event: ObservedEvent): string {
  const of = event.method ?? event.kind;
  const named = event.kind === 'call' || event.kind === 'missing_tool' || event.kind === 'prompt';
  return (named || event.kind === 'custom') && event.name !== null ? `${of} ${event.name}` : of;
}

function kindOf({ kind, asked_by }: ObservedEvent): number {
  if (kind === 'custom') return KINDS.internal;
  return asked_by === 'server' ? KINDS.client : KINDS.server;
}

/** Beside the caller's flags: it is known whether the parent is in another process. */
const REMOTE_KNOWN = 0x100;
const REMOTE = 0x200;

function flagsOf({ traceparent, parent_id }: ObservedEvent): number {
  const sampled = traceparent === null ? 1 : Number.parseInt(traceparent.slice(53, 55), 16);
  return sampled | REMOTE_KNOWN | (traceparent !== null && parent_id === null ? REMOTE : 0);
}

export function spanOf(event: ObservedEvent): Span {
  const { trace, at, duration_ms, tracestate } = event;
  return {
    traceId: trace.trace_id,
    spanId: trace.span_id,
    ...(trace.parent_span_id !== null && { parentSpanId: trace.parent_span_id }),
    ...(tracestate !== null && { traceState: tracestate }),
    flags: flagsOf(event),
    name: nameOf(event),
    kind: kindOf(event),
    startTimeUnixNano: nanoseconds(at),
    endTimeUnixNano: nanoseconds(at + (duration_ms ?? 0)),
    attributes: attributesOfSpan(event),
    status: errorTypeOf(event) === null ? {} : STATUS_ERROR,
  };
}

/** A close is no operation: it ends the session that the metrics measure. */
export const isOperation = ({ kind }: ObservedEvent): boolean => kind !== 'closed';
