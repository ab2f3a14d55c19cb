import { describe, expect, it } from '@jest/globals';
import { catalogLimits, limitCatalog } from '@mcp-witness/evidence';

/** Counts how often something is read in it, at any depth. */
function counted<T extends object>(value: T): { readonly value: T; readonly reads: () => number } {
  let reads = 0;
  const watch = <O extends object>(of: O): O =>
    new Proxy(of, {
      get(target, key) {
        reads += 1;
        const member: unknown = Reflect.get(target, key);
        const isOwn = Object.hasOwn(target, key);
        return isOwn && typeof member === 'object' && member !== null ? watch(member) : member;
      },
    });
  return { value: watch(value), reads: () => reads };
}

const many = 100_000;
const members = (prefix: string, count = many): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, 0]));
const list = (one: unknown, count = many): unknown[] => Array.from({ length: count }, () => one);

describe('a catalog made to be slow', () => {
  it.each<[string, object]>([
    ['members', { properties: members('k') }],
    ['members that are cleaned away', { properties: members('\u200b') }],
    ['numbers', { enum: list(0) }],
    ['texts', { enum: list('value') }],
    ['texts that are cleaned away', { enum: list('\u200b') }],
    ['lists of a few', { enum: Array.from({ length: many / 8 }, () => list('v', 8)) }],
  ])('is left where a schema of very many %s is longer than one may be', (_, hostile) => {
    const { value, reads } = counted(hostile);
    const { tools } = limitCatalog([{ name: 'a', input_schema: value }]);
    expect(tools[0]).toMatchObject({ input_schema: null, input_schema_reason: 'too_large' });
    expect(reads()).toBeLessThan(2 * catalogLimits.schemaBytes);
  });

  it('is cleaned no further than all schemas may be long, also where nothing is left of them', () => {
    const schema = { enum: list('\u200b'.repeat(6), 3000) };
    const bytes = 3000 * 8;
    const names = Array.from({ length: catalogLimits.tools }, (_, at) => `t${String(at).padStart(3, '0')}`);
    const { tools } = limitCatalog(names.map((name) => ({ name, input_schema: schema })));
    const kept = tools.filter((tool) => tool.input_schema !== null).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept * bytes).toBeLessThanOrEqual(catalogLimits.allSchemaBytes);
    expect(limitCatalog(tools).tools).toEqual(tools);
  });

  it('keeps a schema that is exactly as long as one may be, with the punctuation that is not measured', () => {
    const rest = { a: [1, 'ü', { b: null }], c: '', d: {} };
    const d = 'x'.repeat(catalogLimits.schemaBytes - Buffer.byteLength(JSON.stringify({ ...rest, e: '' })));
    const whole = { ...rest, e: d };
    const over = { ...rest, e: `${d}x` };
    const kept = (schema: object): unknown =>
      limitCatalog([{ name: 'a', input_schema: schema }]).tools[0]?.input_schema;
    expect(kept(whole)).toEqual(whole);
    expect(kept(over)).toBeNull();
  });
});
