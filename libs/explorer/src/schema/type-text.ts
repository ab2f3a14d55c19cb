import { plainText } from '../words/plain-text.ts';
import { asSchema, type Schema } from './reference.ts';

const mostChoices = 12;

const json = (value: unknown): string => plainText(JSON.stringify(value ?? null));

const listed = (values: readonly unknown[]): string => {
  const shown = values.slice(0, mostChoices).map(json).join(', ');
  return values.length > mostChoices ? `${shown} and ${values.length - mostChoices} more` : shown;
};

const ofItems = (schema: Schema): string => {
  const items = asSchema(schema.items);
  return items === null ? 'array' : `array of ${typeText(items)}`;
};

const one = (type: unknown, schema: Schema): string => {
  if (type === 'array') return ofItems(schema);
  return typeof type === 'string' ? plainText(type) : 'any';
};

const composed = (schema: Schema): string | null => {
  for (const word of ['oneOf', 'anyOf']) {
    const list = schema[word];
    if (Array.isArray(list) && list.length > 0)
      return [...new Set(list.map((part) => typeText(asSchema(part) ?? {})))].join(' or ');
  }
  return Array.isArray(schema.allOf) ? 'all of several' : null;
};

const guessed = (schema: Schema): string => {
  if ('properties' in schema) return 'object';
  if ('items' in schema) return ofItems(schema);
  if (typeof schema.$ref === 'string') return 'a type named elsewhere';
  const value =
    'const' in schema ? schema.const : Array.isArray(schema.enum) ? (schema.enum as unknown[])[0] : undefined;
  return value === undefined || value === null ? 'any' : typeof value;
};

/** The type of a schema in words: "string", "array of number", "string or null". */
export const typeText = (schema: Schema): string => {
  const { type } = schema;
  if (Array.isArray(type)) return type.map((each) => one(each, schema)).join(' or ');
  if (type !== undefined) return one(type, schema);
  return composed(schema) ?? guessed(schema);
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
