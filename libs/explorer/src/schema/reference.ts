/** A JSON Schema object; what its members are is not known. */
export type Schema = Readonly<Record<string, unknown>>;

export const asSchema = (value: unknown): Schema | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : null;

/** What a value means as a schema. */
export interface Found {
  readonly schema: Schema;
  /** References that were followed to it, those before it included. */
  readonly via: readonly string[];
  /** It points elsewhere than into this schema, to nothing, or back to where it came from. */
  readonly missing: boolean;
}

const longestWay = 24;

const step = (value: unknown, part: string): unknown => {
  const holder = asSchema(value);
  if (holder !== null) return Object.hasOwn(holder, part) ? holder[part] : undefined;
  return Array.isArray(value) ? (value as unknown[])[Number(part)] : undefined;
};

const pointed = (root: Schema, reference: string): Schema | null => {
  if (!reference.startsWith('#')) return null;
  const parts = reference.slice(1).split('/').slice(1);
  return asSchema(
    parts
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((value, part) => step(value, part), root),
  );
};

/**
 * The schema that a value is, or that its `$ref` names inside `root`; words beside the reference stand over those at its
 * end. Nothing outside is ever looked up.
 */
export const lookUp = (root: Schema, value: unknown, via: readonly string[]): Found => {
  const own = asSchema(value) ?? {};
  const reference = own.$ref;
  if (typeof reference !== 'string') return { schema: own, via, missing: false };
  const beside = Object.fromEntries(Object.entries(own).filter(([word]) => word !== '$ref'));
  const target = via.includes(reference) || via.length > longestWay ? null : pointed(root, reference);
  if (target === null) return { schema: beside, via, missing: true };
  const found = lookUp(root, target, [...via, reference]);
  return { ...found, schema: { ...found.schema, ...beside } };
};
