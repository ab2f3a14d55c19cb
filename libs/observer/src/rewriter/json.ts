export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

/** The same object with another member; the one that is given stays as it is. */
export const withMember = (object: JsonObject, name: string, value: unknown): JsonObject => ({
  ...object,
  [name]: value,
});

/** The same object without these members. */
export const without = (object: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
