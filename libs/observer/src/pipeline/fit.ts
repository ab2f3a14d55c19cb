import type { Leaf } from '../privacy/leaves.ts';
import type { Redaction } from '../privacy/redaction.ts';
import { type DraftTexts, noTexts, type Plain } from './draft.ts';
import type { ObservedEvent } from './event.ts';

const STRING_BYTES = 160;
const SUMMARY_BYTES = 600;
const VALUE_BYTES = 1_024;
const PROPERTIES_BYTES = 8_192;
const MOST_TAGS = 50;
const TAG_BYTES = 200;
const TAG_NAME = /^[A-Za-z0-9_.:$-]{1,64}$/;
const NAME_BYTES = 256;

interface Fitting {
  text(text: string, name: string): string;
  name(name: string): string;
}

/** Every string of a plain value, and every name, made fit. */
function fitted(value: unknown, name: string, fit: Fitting): unknown {
  if (typeof value === 'string') return fit.text(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => fitted(member, name, fit));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [fit.name(key), fitted(member, key, fit)]),
  );
}

const fittedPlain = (plain: Plain | null, fit: Fitting): Plain | null =>
  plain === null ? null : (fitted(plain, '', fit) as Plain);

function summaryOf(leaves: readonly Leaf[] | null, redaction: Redaction): string | null {
  if (leaves === null) return null;
  const told = leaves.map(({ path, value }) => {
    const text = typeof value === 'string' ? redaction.redact(path, value, STRING_BYTES) : String(value);
    return `${redaction.clean(path, STRING_BYTES)}=${text}`;
  });
  return redaction.clean(told.join('; '), SUMMARY_BYTES);
}

function tagsOf(tags: Plain | null, redaction: Redaction): Readonly<Record<string, string>> | null {
  if (tags === null) return null;
  const kept = Object.entries(tags)
    .filter((tag): tag is [string, string] => TAG_NAME.test(tag[0]) && typeof tag[1] === 'string')
    .slice(0, MOST_TAGS)
    .map(([name, value]) => [name, redaction.clean(value.replaceAll(/[\r\n]+/g, ' '), TAG_BYTES)]);
  return kept.length === 0 ? null : (Object.fromEntries(kept) as Record<string, string>);
}

/** Members go from the end until what is left is small enough. */
function bounded(properties: Plain | null, maxBytes: number): Plain | null {
  if (properties === null) return null;
  const kept: [string, unknown][] = [];
  let bytes = 2;
  for (const [name, value] of Object.entries(properties)) {
    bytes += Buffer.byteLength(JSON.stringify(name)) + Buffer.byteLength(JSON.stringify(value)) + 2;
    if (bytes > maxBytes) break;
    kept.push([name, value]);
  }
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function actorOf(actor: Plain | null, fit: Fitting): ObservedEvent['actor'] {
  if (actor === null || typeof actor.id !== 'string' || actor.id === '') return null;
  const { data } = actor;
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return {
    id: fit.name(actor.id),
    name: typeof actor.name === 'string' ? fit.name(actor.name) : null,
    data: isObject ? bounded(fittedPlain(data as Plain, fit), PROPERTIES_BYTES) : null,
  };
}

type Told = Pick<
  ObservedEvent,
  'actor' | 'tags' | 'properties' | 'text' | 'arguments_summary' | 'arguments' | 'result' | 'headers'
>;

const silent: Told = {
  actor: null,
  tags: null,
  properties: null,
  text: null,
  arguments_summary: null,
  arguments: null,
  result: null,
  headers: null,
};

/** What of an event is not of the protocol itself, as it may leave: every text redacted, and cut then. */
export function fit(texts: DraftTexts, redaction: Redaction): Told {
  if (texts === noTexts) return silent;
  const name = (text: string): string => redaction.clean(text, NAME_BYTES);
  const ofOthers: Fitting = { name, text: (text, key) => redaction.redact(key, text, VALUE_BYTES) };
  const ofOwner: Fitting = { name, text: (text) => redaction.clean(text, VALUE_BYTES) };
  return {
    actor: actorOf(texts.actor, ofOwner),
    tags: tagsOf(texts.tags, redaction),
    properties: bounded(fittedPlain(texts.properties, ofOwner), PROPERTIES_BYTES),
    text: texts.text === null ? null : redaction.redact('text', texts.text, SUMMARY_BYTES),
    arguments_summary: summaryOf(texts.leaves, redaction),
    arguments: bounded(fittedPlain(texts.arguments, ofOthers), PROPERTIES_BYTES),
    result: bounded(fittedPlain(texts.result, ofOthers), PROPERTIES_BYTES),
    headers: fittedPlain(texts.headers, ofOthers) as Readonly<Record<string, string>> | null,
  };
}
