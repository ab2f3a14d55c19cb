/** A JSON Schema of OpenAPI 3.1: plain data. */
export type Schema = Readonly<Record<string, unknown>>;

export const text = (description?: string): Schema => ({
  type: 'string',
  ...(description && { description }),
});

/** RFC 3339 UTC. */
export const instant = (description?: string): Schema => ({ ...text(description), format: 'date-time' });

export const whole = (description?: string): Schema => ({
  type: 'integer',
  minimum: 0,
  ...(description && { description }),
});

export const yesNo = (description?: string): Schema => ({
  type: 'boolean',
  ...(description && { description }),
});

/** A place of the log: decimal digits without leading zeros, ordered by length and then by text. */
export const logPosition = (description: string): Schema => ({
  ...text(description),
  pattern: '^(0|[1-9][0-9]*)$',
});

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The same, or null. */
export function nullable(schema: Schema): Schema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const values = Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {};
  return { ...schema, ...values, type: [schema.type, 'null'] };
}

export const listOf = (
  items: Schema,
  limits: { readonly maxItems?: number; readonly description?: string } = {},
): Schema => ({
  type: 'array',
  items,
  ...limits,
});

/** An object whose members are all there, but for the optional ones. Readers pass over members that they do not know. */
export function object(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', description, properties, ...(required.length > 0 && { required }) };
}
