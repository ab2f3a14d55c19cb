import { isObject, type JsonObject, objectOf } from './json.ts';

/** Words by which a schema is more than a list of properties: what another one does to it nobody can tell from here. */
const COMPOSING = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'propertyNames',
  'maxProperties',
  'minProperties',
  'const',
  'enum',
];

const isPlain = (schema: JsonObject): boolean =>
  schema.type === 'object' &&
  !COMPOSING.some((word) => Object.hasOwn(schema, word)) &&
  (schema.properties === undefined || isObject(schema.properties));

/** Names that the schema has itself, wherever that can be seen. */
const declares = (schema: unknown, name: string): boolean => {
  const properties = objectOf(objectOf(schema)?.properties);
  const required = objectOf(schema)?.required;
  return (
    (properties !== null && Object.hasOwn(properties, name)) ||
    (Array.isArray(required) && required.includes(name))
  );
};

/**
 * The schema with one more optional property, after its own; null where that cannot be: for a schema that is composed of
 * others or is none of an object, and where it has a property of that name. `additionalProperties: false` stays, and
 * allows it, as it is declared.
 */
export function withProperty(schema: unknown, name: string, property: JsonObject): JsonObject | null {
  if (!isObject(schema) || !isPlain(schema) || declares(schema, name)) return null;
  return { ...schema, properties: { ...objectOf(schema.properties), [name]: property } };
}
