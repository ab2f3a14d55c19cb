import { asSchema, lookUp, type Schema } from './reference.ts';
import { constraintsOf, typeText } from './type-text.ts';
import { plainText } from '../words/plain-text.ts';

/** One argument of a tool, or one of the forms that it may take. */
export interface SchemaRow {
  /** Names from the outermost, unique among the rows of a schema. */
  readonly path: string;
  readonly name: string;
  /** 0 for the tool's own arguments. */
  readonly depth: number;
  readonly kind: 'property' | 'form';
  readonly type: string;
  /** Null for a form, of which it is not said. */
  readonly required: boolean | null;
  readonly description: string | null;
  /** Values, limits and the like, in words. */
  readonly constraints: readonly string[];
}

/** Rows of an input schema. */
export interface SchemaRows {
  readonly rows: readonly SchemaRow[];
  /** True where the schema holds more than the rows show; the JSON view has all of it. */
  readonly more: boolean;
}

const mostRows = 300;
const mostDepth = 5;
const mostLooks = 2000;

interface Walk {
  readonly root: Schema;
  readonly rows: SchemaRow[];
  more: boolean;
  /** Schemas looked into: references shared between branches may multiply what a small schema holds. */
  looked: number;
}

interface At {
  readonly path: string;
  readonly depth: number;
  /** References that led here, against a schema that holds itself. */
  readonly via: readonly string[];
}

const describe = (schema: Schema): string | null => {
  const text = schema.description ?? schema.title;
  return typeof text === 'string' && text !== '' ? plainText(text) : null;
};

const push = (walk: Walk, row: SchemaRow): boolean => {
  if (walk.rows.length >= mostRows) {
    walk.more = true;
    return false;
  }
  walk.rows.push(row);
  return true;
};

const properties = (walk: Walk, schema: Schema, at: At): void => {
  const required = new Set(Array.isArray(schema.required) ? (schema.required as unknown[]) : []);
  for (const [key, value] of Object.entries(asSchema(schema.properties) ?? {})) {
    const name = plainText(key);
    child(
      walk,
      value,
      { ...at, path: `${at.path}/${key}` },
      { name, kind: 'property', required: required.has(key) },
    );
  }
};

const forms = (walk: Walk, schema: Schema, at: At): void => {
  for (const word of ['oneOf', 'anyOf'] as const) {
    const list = Array.isArray(schema[word]) ? (schema[word] as unknown[]) : [];
    // A choice between plain types is said in the type itself.
    if (!list.some((one) => hasInside(asSchema(one)))) continue;
    for (const [index, one] of list.entries()) {
      const name = `Form ${index + 1} of ${list.length}`;
      child(
        walk,
        one,
        { ...at, path: `${at.path}/${word}/${index}` },
        { name, kind: 'form', required: null },
      );
    }
  }
};

const hasInside = (schema: Schema | null): boolean =>
  schema !== null &&
  ['properties', 'items', 'allOf', 'oneOf', 'anyOf', '$ref', 'additionalProperties'].some(
    (word) => word in schema,
  );

const child = (
  walk: Walk,
  value: unknown,
  at: At,
  over: Pick<SchemaRow, 'name' | 'kind' | 'required'>,
): void => {
  const { schema, via, missing } = lookUp(walk.root, value, at.via);
  if (missing) walk.more = true;
  const row: SchemaRow = {
    path: at.path,
    depth: at.depth,
    type: typeText(schema, walk.root),
    description: describe(schema),
    constraints: constraintsOf(schema),
    ...over,
  };
  if (!push(walk, row)) return;
  inside(walk, schema, { path: at.path, depth: at.depth + 1, via });
};

/** Everything below a schema: its properties, the parts it is composed of, its items. */
const inside = (walk: Walk, schema: Schema, at: At): void => {
  walk.looked += 1;
  if (at.depth > mostDepth || walk.looked > mostLooks) {
    walk.more ||= hasInside(schema);
    return;
  }
  properties(walk, schema, at);
  for (const part of Array.isArray(schema.allOf) ? (schema.allOf as unknown[]) : []) {
    const found = lookUp(walk.root, part, at.via);
    walk.more ||= found.missing;
    inside(walk, found.schema, { ...at, depth: at.depth, via: found.via });
  }
  forms(walk, schema, at);
  const items = lookUp(walk.root, schema.items, at.via);
  if (hasInside(items.schema)) inside(walk, items.schema, { ...at, path: `${at.path}[]`, via: items.via });
  const others = asSchema(schema.additionalProperties);
  if (others !== null) {
    const over = { name: 'any other name', kind: 'form', required: null } as const;
    child(walk, others, { ...at, path: `${at.path}/*` }, over);
  }
};

/**
 * The arguments that an input schema describes, nested and composed ones under their parents. References are followed
 * inside the schema only. At most 300 rows, five levels deep.
 */
export const schemaRows = (schema: unknown): SchemaRows => {
  const root = asSchema(schema);
  if (root === null) return { rows: [], more: false };
  const walk: Walk = { root, rows: [], more: false, looked: 0 };
  const start = lookUp(root, root, []);
  inside(walk, start.schema, { path: '', depth: 0, via: start.via });
  return { rows: walk.rows, more: walk.more };
};
