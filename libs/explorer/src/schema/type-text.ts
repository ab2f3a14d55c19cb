import { plainText } from '../words/plain-text.ts';
import { lookUp, type Schema } from './reference.ts';

const mostChoices = 12;

const json = (value: unknown): string => plainText(JSON.stringify(value ?? null));

const listed = (values: readonly unknown[]): string => {
  const shown = values.slice(0, mostChoices).map(json).join(', ');
  return values.length > mostChoices ? `${shown} and ${values.length - mostChoices} more` : shown;
};

const ofItems = (schema: Schema, root: Schema): string =>
  schema.items === undefined ? 'array' : `array of ${partText(schema.items, root)}`;

const one = (type: unknown, schema: Schema, root: Schema): string => {
  if (type === 'array') return ofItems(schema, root);
  return typeof type === 'string' ? plainText(type) : 'any';
};

const composed = (schema: Schema, root: Schema): string | null => {
  for (const word of ['oneOf', 'anyOf']) {
    const list = schema[word];
    if (Array.isArray(list) && list.length > 0)
      return [...new Set(list.map((part) => partText(part, root)))].join(' or ');
  }
  return Array.isArray(schema.allOf) ? 'all of several' : null;
};

const guessed = (schema: Schema, root: Schema): string => {
  if ('properties' in schema) return 'object';
  if ('items' in schema) return ofItems(schema, root);
  const value =
    'const' in schema ? schema.const : Array.isArray(schema.enum) ? (schema.enum as unknown[])[0] : undefined;
  return value === undefined || value === null ? 'any' : typeof value;
};

/** What a part of a schema is, where that can be said without going round in a circle. */
const partText = (part: unknown, root: Schema): string => {
  const { schema, via } = lookUp(root, part, []);
  if (via.length === 0) return typeText(schema, root);
  return typeof schema.type === 'string' ? plainText(schema.type) : 'object';
};

/** The type of a schema in words: "string", "array of number", "string or null". References lead into `root`. */
export const typeText = (schema: Schema, root: Schema): string => {
  const { type } = schema;
  if (Array.isArray(type)) return type.map((each) => one(each, schema, root)).join(' or ');
  if (type !== undefined) return one(type, schema, root);
  return composed(schema, root) ?? guessed(schema, root);
};

const limits: readonly (readonly [word: string, says: string])[] = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'a multiple of'],
  ['minLength', 'characters, at least'],
  ['maxLength', 'characters, at most'],
  ['minItems', 'items, at least'],
  ['maxItems', 'items, at most'],
  ['pattern', 'matches'],
  ['format', 'format'],
];

/** What else a schema asks of a value, each in words. */
export const constraintsOf = (schema: Schema): readonly string[] => [
  ...('const' in schema ? [`always ${json(schema.const)}`] : []),
  ...(Array.isArray(schema.enum) ? [`one of ${listed(schema.enum as unknown[])}`] : []),
  ...limits.flatMap(([word, says]) => {
    const value = schema[word];
    return typeof value === 'number' || typeof value === 'string'
      ? [`${says} ${plainText(String(value))}`]
      : [];
  }),
  ...(schema.uniqueItems === true ? ['no item twice'] : []),
  ...('default' in schema ? [`default ${json(schema.default)}`] : []),
];
