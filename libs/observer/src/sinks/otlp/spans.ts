import type { ObservedEvent } from '../../pipeline/event.ts';
import { attributeText as text, nanoseconds } from './attributes.ts';
import { type Common, errorTypeOf, sessionOf } from './conventions.ts';

const KINDS = { internal: 1, server: 2, client: 3 } as const;

/** Beside the caller's flags: it is known whether the parent is in another process. */
const REMOTE_KNOWN = 0x100;
const REMOTE = 0x200;

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** Names of tags and headers hold nothing that JSON has to escape. */
const prefixed = (prefix: string, values: Readonly<Record<string, string>> | null): string =>
  values === null
    ? ''
    : Object.entries(values)
        .map(([name, value]) => text(prefix + name, value))
        .join('');

function clientText({ client }: ObservedEvent): string {
  if (client === null) return '';
  return (
    text('witness.client.name', client.name) +
    text('witness.client.version', client.version ?? null) +
    text('witness.client.named_by', client.rung)
  );
}

function whoText({ actor, agent }: ObservedEvent): string {
  let told = '';
  if (agent !== null)
    told += text('gen_ai.agent.name', agent.name) + text('witness.agent.parent', agent.parent);
  if (actor !== null)
    told +=
      text('user.id', actor.id) +
      text('user.name', actor.name) +
      text('witness.actor.data', jsonOf(actor.data));
  return told;
}

function contentText(event: ObservedEvent): string {
  return (
    text('gen_ai.tool.call.arguments', jsonOf(event.arguments)) +
    text('gen_ai.tool.call.result', jsonOf(event.result)) +
    text('witness.arguments.summary', event.arguments_summary) +
    text('witness.text', event.text) +
    text('witness.properties', jsonOf(event.properties)) +
    prefixed('http.request.header.', event.headers) +
    prefixed('witness.tag.', event.tags)
  );
}

const sessionText = (event: ObservedEvent, common: Common): string =>
  common.text +
  text('mcp.session.id', sessionOf(event)) +
  text('witness.kind', event.kind) +
  text('witness.server', event.server) +
  text('witness.correlation', event.correlation.rung) +
  text('witness.outcome', event.outcome) +
  clientText(event);

const MOST_KEPT = 2_000;

/** Calls of one tool in one session have most of their attributes in common. */
function createSessionTexts(): typeof sessionText {
  const known = new Map<Common, Map<string, string>>();
  let size = 0;
  return (event, common) => {
    const { kind, server, correlation, outcome, client } = event;
    const who = client === null ? '' : `${client.name}\0${client.version ?? ''}\0${client.rung}`;
    const key = `${kind}\0${server}\0${correlation.rung}\0${sessionOf(event) ?? ''}\0${outcome ?? ''}\0${who}`;
    const before = known.get(common)?.get(key);
    if (before !== undefined) return before;
    if (size >= MOST_KEPT) {
      known.clear();
      size = 0;
    }
    const made = sessionText(event, common);
    const ofCommon = known.get(common) ?? new Map<string, string>();
    known.set(common, ofCommon.set(key, made));
    size += 1;
    return made;
  };
}

function ownText(event: ObservedEvent): string {
  const { listing } = event;
  return (
    text('witness.event.id', event.id) +
    text('witness.handle', event.handle) +
    text('witness.reason', event.reason_code) +
    text('witness.result.bytes', event.result_bytes) +
    text('witness.round_trips', event.round_trips) +
    (listing === null
      ? ''
      : text('witness.list.count', listing.count) + text('witness.list.complete', listing.complete)) +
    whoText(event) +
    contentText(event)
  );
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

function flagsOf({ traceparent, parent_id }: ObservedEvent): number {
  const sampled = traceparent === null ? 1 : Number.parseInt(traceparent.slice(53, 55), 16);
  return sampled | REMOTE_KNOWN | (traceparent !== null && parent_id === null ? REMOTE : 0);
}

/** Writes spans as OTLP has them in JSON. */
export function createSpanWriter(): (event: ObservedEvent, common: Common) => string {
  const sessionTexts = createSessionTexts();
  return (event, common) => {
    const { trace, at, duration_ms, tracestate } = event;
    const parent = trace.parent_span_id === null ? '' : `"parentSpanId":"${trace.parent_span_id}",`;
    const state = tracestate === null ? '' : `"traceState":${JSON.stringify(tracestate)},`;
    const status = errorTypeOf(event) === null ? '{}' : '{"code":2}';
    const times = `"startTimeUnixNano":"${nanoseconds(at)}","endTimeUnixNano":"${nanoseconds(at + (duration_ms ?? 0))}"`;
    const attributes = (sessionTexts(event, common) + ownText(event)).slice(1);
    return `{"traceId":"${trace.trace_id}","spanId":"${trace.span_id}",${parent}${state}"flags":${flagsOf(event)},"name":${JSON.stringify(nameOf(event))},"kind":${kindOf(event)},${times},"attributes":[${attributes}],"status":${status}}`;
  };
}

/** A close is no operation: it ends the session that the metrics measure. */
export const isOperation = ({ kind }: ObservedEvent): boolean => kind !== 'closed';
