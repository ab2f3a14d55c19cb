/** A JSON Schema of OpenAPI 3.1: plain data. */
export type Schema = Readonly<Record<string, unknown>>;

/** One member of an object on the wire. */
export interface Member {
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

/** Every member of `T`. */
export type Members<T> = { readonly [Key in keyof T]-?: Member };

export const required = (schema: Schema, example: unknown): Member => ({ required: true, schema, example });

/** May be absent or null, which is the same. */
export const optional = (schema: Schema, example: unknown): Member => ({
  required: false,
  schema:
    typeof schema.type === 'string'
      ? { ...schema, type: [schema.type, 'null'] }
      : { anyOf: [schema, { type: 'null' }] },
  example,
});

type AnyMembers = Readonly<Record<string, Member>>;

/** An object with these members. Others are passed over. */
export const objectOf = (members: AnyMembers, description?: string): Schema => {
  const names = Object.keys(members).filter((name) => members[name]?.required);
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema])),
    ...(names.length === 0 ? {} : { required: names }),
  };
};

/** The examples of the members: of all, or of the required ones only. */
export const exampleOf = (
  members: AnyMembers,
  which: 'all' | 'required',
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([, member]) => which === 'all' || member.required)
      .map(([name, { example }]) => [name, example]),
  );
