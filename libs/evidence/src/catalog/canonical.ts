import type { CatalogTool } from '../events/events.ts';

/** JSON.stringify writes a lone surrogate as `\udXXX`, in lower case: the one form that all engines share. */
const scalar = (value: unknown): string => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return typeof value === 'string' || typeof value === 'boolean' ? JSON.stringify(value) : 'null';
};

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A list or an object of which a part is written. */
interface Open {
  readonly of: Readonly<Record<string | number, unknown>>;
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  readonly length: number;
  at: number;
}

function open(value: object): Open {
  if (Array.isArray(value)) return { of: value as never, keys: null, length: value.length, at: 0 };
  const of = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(value)
    .filter((key) => of[key] !== undefined)
    .sort(byCodeUnit);
  return { of, keys, length: keys.length, at: 0 };
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

const beginning = ({ keys }: Open): string => (keys === null ? '[' : '{');
const ending = ({ keys }: Open): string => (keys === null ? ']' : '}');

/** What stands before the next element. */
function before({ keys, at }: Open): string {
  const comma = at === 0 ? '' : ',';
  return keys === null ? comma : `${comma}${JSON.stringify(keys[at])}:`;
}

/** Text that grows is put away in pieces: one that is read only at the end costs nothing on the way. */
const pieceLength = 16 * 1024;

/**
 * RFC 8785 text of a JSON value: members by code unit, numbers as ECMAScript writes them (-0 is 0), no white space.
 * Any depth, as it does not recurse. What JSON does not have (undefined, functions, NaN) is null, or an absent member.
 */
export function canonicalJson(value: unknown): string {
  if (!isNested(value)) return scalar(value);
  const pieces: string[] = [];
  const outer: Open[] = [];
  let inner: Open | undefined = open(value);
  let text = beginning(inner);
  while (inner !== undefined) {
    if (inner.at === inner.length) {
      text += ending(inner);
      inner = outer.pop();
      continue;
    }
    if (text.length > pieceLength) {
      pieces.push(text);
      text = '';
    }
    text += before(inner);
    const next: unknown = inner.of[inner.keys?.[inner.at] ?? inner.at];
    inner.at += 1;
    if (isNested(next)) {
      outer.push(inner);
      inner = open(next);
      text += beginning(inner);
    } else text += scalar(next);
  }
  pieces.push(text);
  return pieces.join('');
}

/**
 * What a catalog's digest is of: RFC 8785 text of `[{name, description, input_schema}]` as served, sorted by name
 * (by code unit; tools of one name keep the order they were served in), absent members null. Hash its UTF-8 bytes.
 */
export function canonicalCatalog(
  tools: readonly Pick<CatalogTool, 'name' | 'description' | 'input_schema'>[],
): string {
  const sorted = [...tools].sort((a, b) => byCodeUnit(a.name, b.name));
  return canonicalJson(
    sorted.map((tool) => ({
      name: tool.name,
      description: tool.description ?? null,
      input_schema: tool.input_schema ?? null,
    })),
  );
}
