import type { Needles } from '../sanitise/needles.ts';
import { cleanText } from './clean.ts';

/** Levels of nesting that a value may have: what every parser and database on the way can hold. */
export const JSON_DEPTH_LIMIT = 512;

/** What {@link cleanJson} knows: secrets of the session's configuration. */
export interface CleanJsonOptions {
  readonly secrets?: Needles | undefined;
}

/** A cleaned value: the very same one when nothing had to be cleaned. */
export type CleanedJson =
  | { readonly ok: true; readonly value: unknown; readonly cleaned: boolean }
  | { readonly ok: false; readonly reason: 'too_deep' };

const TOO_DEEP = Symbol('too deep');

/** Words of JSON Schema itself: they tell nothing, and a schema without them is none, whatever a setting's value is. */
const SCHEMA_WORDS: ReadonlySet<string> = new Set(
  (
    '$defs $id $ref $schema additionalProperties allOf anyOf array boolean const default definitions description enum examples format ' +
    'integer items maximum maxItems maxLength minimum minItems minLength not null number object oneOf pattern patternProperties prefixItems ' +
    'properties propertyNames required string title type uniqueItems'
  ).split(' '),
);

function cleanString(text: string, options: CleanJsonOptions): string {
  if (SCHEMA_WORDS.has(text)) return text;
  return cleanText(text, { lineBreaks: true, secrets: options.secrets }).text;
}

function cleanArray(items: readonly unknown[], depth: number, options: CleanJsonOptions): unknown {
  let changed = false;
  const cleaned: unknown[] = [];
  for (const item of items) {
    const next = cleanValue(item, depth + 1, options);
    if (next === TOO_DEEP) return TOO_DEEP;
    changed ||= next !== item;
    cleaned.push(next);
  }
  return changed ? cleaned : items;
}

/** Keys that fall together once cleaned: one that needed no cleaning stays, then the first. */
function cleanObject(object: object, depth: number, options: CleanJsonOptions): unknown {
  let changed = false;
  const members = new Map<string, unknown>();
  for (const [key, member] of Object.entries(object)) {
    const name = cleanString(key, options);
    const next = cleanValue(member, depth + 1, options);
    if (next === TOO_DEEP) return TOO_DEEP;
    changed ||= name !== key || next !== member;
    if (name === key || !(Object.hasOwn(object, name) || members.has(name))) members.set(name, next);
  }
  return changed ? Object.fromEntries(members) : object;
}

function cleanValue(value: unknown, depth: number, options: CleanJsonOptions): unknown {
  if (typeof value === 'string') return cleanString(value, options);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= JSON_DEPTH_LIMIT) return TOO_DEEP;
  return Array.isArray(value) ? cleanArray(value, depth, options) : cleanObject(value, depth, options);
}

/** Cleans every key and every string of a JSON value, at any place; `__proto__` is a key like any other. */
export function cleanJson(value: unknown, options: CleanJsonOptions = {}): CleanedJson {
  const cleaned = cleanValue(value, 0, options);
  return cleaned === TOO_DEEP
    ? { ok: false, reason: 'too_deep' }
    : { ok: true, value: cleaned, cleaned: cleaned !== value };
}
