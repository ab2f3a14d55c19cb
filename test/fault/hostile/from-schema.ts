import fc from 'fast-check';
import { anything, hostileText } from './values.ts';

/** As much of JSON Schema as the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: string;
}

export type Resolve = (reference: string) => Schema;

const deepest = 5;

const objectOf = (schema: Schema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> => {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => [name, valueOf(member, resolve, depth + 1)] as const,
  );
  return fc
    .tuple(
      fc.record(Object.fromEntries(members), {
        requiredKeys: [...(schema.required ?? [])].filter((name) => name in (schema.properties ?? {})),
      }),
      fc.option(fc.tuple(hostileText, anything), { freq: 8 }),
    )
    .map(([value, more]) => (more === null ? value : { ...value, [more[0]]: more[1] }));
};

const uuid = fc.uuid({ version: 7 });
const time = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());

const textOf = ({ format }: Schema): fc.Arbitrary<unknown> => {
  if (format === 'uuid') return fc.oneof(uuid, hostileText);
  return format === 'date-time' ? fc.oneof(time, hostileText) : hostileText;
};

const ofType = (type: string, schema: Schema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'object':
      return objectOf(schema, resolve, depth);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, resolve, depth + 1), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -2, max: 300 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textOf(schema);
  }
};

const shaped = (schema: Schema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) return valueOf(resolve(schema.$ref), resolve, depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choices !== undefined && choices.length > 0)
    return fc.oneof(...choices.map((choice) => valueOf(choice, resolve, depth)));
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, resolve, depth)));
};

/** Values nearly as the schema wants them: one in ten is anything at all. */
export const valueOf = (schema: Schema, resolve: Resolve, depth = 0): fc.Arbitrary<unknown> =>
  depth > deepest
    ? anything
    : fc.oneof({ weight: 9, arbitrary: shaped(schema, resolve, depth) }, { weight: 1, arbitrary: anything });
