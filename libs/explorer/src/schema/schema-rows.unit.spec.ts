import { describe, expect, it } from '@jest/globals';
import { schemaRows } from './schema-rows.ts';

const told = (schema: unknown): string[] =>
  schemaRows(schema).rows.map(({ depth, name, type, required }) => {
    const must = required === null ? 'form' : required ? 'required' : 'optional';
    return `${'  '.repeat(depth)}${name}: ${type}, ${must}`;
  });

describe('the rows of a schema', () => {
  it('give each argument its name, type, need and description', () => {
    const { rows, more } = schemaRows({
      type: 'object',
      required: ['query'],
      properties: {
        query: { type: 'string', description: 'What to look for.', minLength: 1 },
        limit: { type: ['integer', 'null'], default: 10, maximum: 50 },
        order: { enum: ['asc', 'desc'] },
      },
    });
    expect(rows).toEqual([
      {
        path: '/query',
        name: 'query',
        depth: 0,
        kind: 'property',
        type: 'string',
        required: true,
        description: 'What to look for.',
        constraints: ['characters, at least 1'],
      },
      expect.objectContaining({
        name: 'limit',
        type: 'integer or null',
        required: false,
        description: null,
        constraints: ['at most 50', 'default 10'],
      }),
      expect.objectContaining({ name: 'order', type: 'string', constraints: ['one of "asc", "desc"'] }),
    ]);
    expect(more).toBe(false);
  });

  it('put nested arguments, items and forms under their parent', () => {
    const point = { type: 'object', required: ['x'], properties: { x: { type: 'number' } } };
    expect(
      told({
        properties: {
          path: { type: 'array', items: point },
          shape: { oneOf: [{ type: 'string' }, { $ref: '#/$defs/point' }] },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
        },
        allOf: [{ properties: { name: { type: 'string' } } }],
        $defs: { point },
      }),
    ).toEqual([
      'path: array of object, optional',
      '  x: number, required',
      'shape: string or object, optional',
      '  Form 1 of 2: string, form',
      '  Form 2 of 2: object, form',
      '    x: number, required',
      'labels: object, optional',
      '  any other name: string, form',
      'name: string, optional',
    ]);
  });

  it('end where a schema holds itself, and say that there is more', () => {
    const tree = { type: 'object', properties: { child: { $ref: '#' } } };
    const { rows, more } = schemaRows(tree);
    expect([rows.length > 0, rows.length < 10, more]).toEqual([true, true, true]);
  });

  it('are bounded whatever a schema shares between its branches', () => {
    const names = Array.from({ length: 24 }, (_, index) => `d${index}`);
    const $defs = Object.fromEntries(
      names.map((name, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [name, index === 23 ? { properties: { end: {} } } : { allOf: [next, next, next] }];
      }),
    );
    const { rows, more } = schemaRows({ allOf: [{ $ref: '#/$defs/d0' }], $defs });
    expect(rows.length).toBeLessThanOrEqual(300);
    expect(more).toBe(true);
  });

  it('take what is no schema, and names of the language, as they come', () => {
    expect([schemaRows(null), schemaRows([]), schemaRows('x')]).toEqual(
      [1, 2, 3].map(() => ({ rows: [], more: false })),
    );
    expect(told(JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":true}}'))).toEqual([
      '__proto__: string, optional',
      'constructor: any, optional',
    ]);
    expect(told({ properties: { a: { $ref: '#/constructor' }, b: { $ref: 'http://elsewhere/' } } })).toEqual([
      'a: any, optional',
      'b: any, optional',
    ]);
  });
});
