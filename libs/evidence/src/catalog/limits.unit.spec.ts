import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CatalogTool } from '../events/events.ts';
import { utf8Length } from '../text/utf8.ts';
import { limitCatalog } from './limits.ts';

const tool = (name: string, input_schema: unknown = { type: 'object' }): CatalogTool => ({
  name,
  input_schema,
});
const named = (from: number, to: number): CatalogTool[] =>
  Array.from({ length: to - from + 1 }, (_, index) => tool(`t${from + index}`));
/** A schema whose compact JSON has `bytes` bytes. */
const sized = (bytes: number): object => ({ d: 'x'.repeat(bytes - '{"d":""}'.length) });

describe('limitCatalog', () => {
  it('sorts by code unit before it cuts, whatever the order of serving', () => {
    const served = named(1, 130).reverse();
    const { tools, tool_count, truncated } = limitCatalog(served);
    const names = tools.map(({ name }) => name);
    expect([tool_count, tools.length, truncated]).toEqual([130, 128, true]);
    expect(names).toEqual([...names].sort());
    expect(names).not.toEqual(expect.arrayContaining(['t98']));
    expect(limitCatalog(named(1, 130)).tools).toEqual(tools);
    expect(limitCatalog(named(1, 128)).truncated).toBe(false);
    expect(limitCatalog([tool('é'), tool('z'), tool('Z')]).tools.map(({ name }) => name)).toEqual([
      'Z',
      'z',
      'é',
    ]);
  });

  it('keeps every sibling of a bad tool, and counts what has no name', () => {
    const served: readonly unknown[] = [
      tool('ok'),
      { name: 'no_schema', description: 'fine' },
      tool('empty', {}),
      tool('union', { anyOf: [{ type: 'object' }, { type: 'object' }] }),
      tool('null', null),
      tool('list', []),
      { description: 'nameless', input_schema: {} },
      { name: '' },
      null,
      7,
      tool('ok'),
    ];
    const { tools, tool_count, truncated } = limitCatalog(served as CatalogTool[]);
    expect([tool_count, truncated]).toEqual([11, true]);
    expect(
      tools.map(({ name, input_schema, input_schema_reason }) => [name, input_schema, input_schema_reason]),
    ).toEqual([
      ['empty', {}, null],
      ['list', null, 'invalid'],
      ['no_schema', null, null],
      ['null', null, 'invalid'],
      ['ok', { type: 'object' }, null],
      ['ok', { type: 'object' }, null],
      ['union', { anyOf: [{ type: 'object' }, { type: 'object' }] }, null],
    ]);
  });

  it('keeps a schema of 64 KiB whole, and of a larger one nothing', () => {
    const [fits, large] = limitCatalog([tool('a', sized(65_536)), tool('b', sized(65_537))]).tools;
    expect(fits).toMatchObject({
      input_schema: sized(65_536),
      input_schema_truncated: false,
      input_schema_reason: null,
    });
    expect(large).toMatchObject({
      input_schema: null,
      input_schema_truncated: true,
      input_schema_reason: 'too_large',
    });
  });

  it('keeps in the order of names every schema that still fits into 512 KiB', () => {
    const large = Array.from({ length: 9 }, (_, index) => tool(`a${index}`, sized(60_000)));
    const { tools } = limitCatalog([...large, tool('z', sized(40_000))]);
    expect(tools.filter(({ input_schema }) => input_schema === null).map(({ name }) => name)).toEqual(['a8']);
    expect(limitCatalog(tools).tools).toEqual(tools);
  });

  it('takes a schema that no parser could hold for too large', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`) as object;
    expect(limitCatalog([tool('deep', deep)]).tools[0]?.input_schema_reason).toBe('too_large');
  });

  it('cuts descriptions between characters, and names what was cleaned', () => {
    const dirty = {
      name: 'read\u202etxt',
      description: `Reads.\u001b[2J\u001b]0;owned\u0007\u001b]8;;http://evil.test\u0007click\u001b]8;;\u0007\u200b\u2066x\u2069 end\u009b31m\r\nline2\ttab שלום 👩‍💻`,
      input_schema: { properties: { 'k\u0000ey': { enum: ['\ud800', 'ok'] } } },
    };
    const [cleaned] = limitCatalog([dirty]).tools;
    expect(cleaned).toMatchObject({
      name: 'readtxt',
      description: 'Reads.clickx end\nline2\ttab שלום 👩‍💻',
      input_schema: { properties: { key: { enum: ['', 'ok'] } } },
      text_cleaned: true,
    });
    const [long] = limitCatalog([{ name: 'x', description: '漢'.repeat(400) }]).tools;
    expect([utf8Length(long?.description ?? ''), long?.text_cleaned]).toEqual([1023, false]);
  });

  it('drops what is not of a catalog, and keeps estimates', () => {
    const served = { ...tool('a'), estimated_tokens: 12, outputSchema: {}, annotations: {}, _meta: {} };
    expect(Object.keys(limitCatalog([served]).tools[0] ?? {}).sort()).toEqual([
      ...[
        'description',
        'estimated_tokens',
        'input_schema',
        'input_schema_reason',
        'input_schema_truncated',
        'name',
        'text_cleaned',
      ],
    ]);
    expect(limitCatalog([served]).tools[0]?.estimated_tokens).toBe(12);
    expect(limitCatalog([{ ...served, estimated_tokens: -1 }]).tools[0]?.estimated_tokens).toBeNull();
  });

  it('changes nothing when applied to what it limited, also after a way as JSON', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('token', 'Bearer abc-1234', '__proto__', '\u001b]x', 'x://u:p@h'),
    );
    const schema = fc.oneof(fc.jsonValue(), fc.dictionary(text, text), fc.constant(undefined));
    const tools = fc.array(fc.record({ name: text, description: text, input_schema: schema }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(tools, (served) => {
        const once = limitCatalog(served);
        const arrived = JSON.parse(JSON.stringify(once.tools)) as CatalogTool[];
        expect(limitCatalog(arrived, { toolCount: once.tool_count })).toEqual({ ...once, tools: arrived });
      }),
    );
  });
});
