import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { objectMembers, skipSpace } from './scan.ts';
import { addToArray, applyEdits, removeMembers } from './splice.ts';

const addition = { key: 'mcpServers', element: '{"name":"witness"}', mayInsert: true };

function add(text: string, mayInsert = true): string | null {
  const bytes = Buffer.from(text);
  const edit = addToArray(bytes, { start: 0, end: bytes.length }, { ...addition, mayInsert });
  return edit === null ? null : applyEdits(bytes, [edit]).toString();
}

function remove(text: string, ...keys: string[]): string {
  const bytes = Buffer.from(text);
  return applyEdits(bytes, removeMembers(objectMembers(bytes, 0)!, new Set(keys))).toString();
}

/** JSON with white space of all kinds between its tokens, and any character of a string escaped. */
const spaced = (value: unknown, random: (of: number) => number): string => {
  const space = (): string => ['', '', ' ', '\t', '\n ', '\r\n'][random(6)]!;
  const text = (plain: string): string =>
    `"${[...plain.split('')]
      .map((unit) =>
        random(4) === 0
          ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
          : JSON.stringify(unit).slice(1, -1),
      )
      .join('')}"`;
  const write = (one: unknown): string => {
    if (typeof one === 'string') return text(one);
    if (Array.isArray(one)) return `[${space()}${one.map(write).join(`${space()},${space()}`)}${space()}]`;
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const members = Object.entries(one).map(([key, of]) => `${text(key)}${space()}:${space()}${write(of)}`);
    return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
  };
  return write(value);
};

const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
const randomness = fc.infiniteStream(fc.nat(1000)).map((stream) => (of: number) => {
  const next = stream.next().value as number;
  return next % of;
});
const params = fc
  .dictionary(fc.oneof(fc.constantFrom('cwd', 'sessionId', '_meta'), fc.string()), json)
  .chain((rest) => fc.array(json).map((mcpServers): Record<string, unknown> => ({ ...rest, mcpServers })));

describe('adding a server to the bytes of a request', () => {
  it.each([
    ['{"mcpServers":[]}', '{"mcpServers":[{"name":"witness"}]}'],
    ['{"mcpServers": [ ] }', '{"mcpServers": [{"name":"witness"} ] }'],
    ['{"mcpServers":[{"a":[1]} ]}', '{"mcpServers":[{"a":[1]} ,{"name":"witness"}]}'],
    ['{"mcpServers" : null, "x":1}', '{"mcpServers" : [{"name":"witness"}], "x":1}'],
    ['{"cwd":"/"}', '{"mcpServers":[{"name":"witness"}],"cwd":"/"}'],
    ['{ }', '{"mcpServers":[{"name":"witness"}] }'],
    ['{"mcp\\u0053ervers":[1]}', '{"mcp\\u0053ervers":[1,{"name":"witness"}]}'],
    ['{"mcpServers":[1],"mcpServers":[2]}', '{"mcpServers":[1],"mcpServers":[2,{"name":"witness"}]}'],
    [
      '{"x":{"mcpServers":[1]},"mcpServers":[]}',
      '{"x":{"mcpServers":[1]},"mcpServers":[{"name":"witness"}]}',
    ],
    [
      '{"x":"\\"mcpServers\\":[","mcpServers":[]}',
      '{"x":"\\"mcpServers\\":[","mcpServers":[{"name":"witness"}]}',
    ],
    ['{"x":"\\\\","mcpServers":["]"]}', '{"x":"\\\\","mcpServers":["]",{"name":"witness"}]}'],
  ])('turns %s into %s', (before, after) => {
    expect(add(before)).toBe(after);
  });

  it.each([
    '{"mcpServers":{}}',
    '{"mcpServers":"[]"}',
    '{"mcpServers":7}',
    '[]',
    'null',
    '{"mcpServers":[',
    '',
  ])('leaves %s alone', (text) => {
    expect(add(text)).toBeNull();
  });

  it('does not put a missing list where it may not', () => {
    expect(add('{"cwd":"/"}', false)).toBeNull();
  });

  it('changes the list alone, and nothing but inserts bytes, whatever the request looks like', () => {
    fc.assert(
      fc.property(params, randomness, (value, random) => {
        const before = spaced(value, random);
        const bytes = Buffer.from(before);
        const edit = addToArray(bytes, { start: 0, end: bytes.length }, addition)!;
        const after = applyEdits(bytes, [edit]).toString();
        const expected = JSON.parse(before) as Record<string, unknown[]>;
        expect(JSON.parse(after)).toEqual({
          ...expected,
          mcpServers: [...expected.mcpServers!, { name: 'witness' }],
        });
        expect(edit.start).toBe(edit.end);
        expect(after.replace(edit.text, '').length).toBe(before.length);
      }),
      { numRuns: 500 },
    );
  });

  it('never fails on bytes that are no JSON', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom('', '{', '{"a":', '{"a":{"b":["', '{"a'),
        (tail, head) => {
          const bytes = Buffer.concat([Buffer.from(head), tail]);
          objectMembers(bytes, skipSpace(bytes, 0));
          addToArray(bytes, { start: 0, end: bytes.length }, addition);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('taking members out of an object', () => {
  it.each([
    ['{"a":1}', '{}'],
    ['{"a":1,"b":2}', '{"b":2}'],
    ['{"b":2,"a":1}', '{"b":2}'],
    ['{ "b":2 , "a":1 , "c":3 }', '{ "b":2 , "c":3 }'],
    ['{"a":1,"a":2,"b":3,"a":4,"a":5}', '{"b":3}'],
    ['{"\\u0061":[{"a":1}], "b":{"a":1}}', '{"b":{"a":1}}'],
  ])('turns %s into %s', (before, after) => {
    expect(remove(before, 'a')).toBe(after);
  });

  it('leaves the other members as they were, whatever is taken out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), json)),
        fc.subarray(['a', 'b', 'c']),
        randomness,
        (members, keys, random) => {
          const write = (list: typeof members): string =>
            `{${list.map(([key, value]) => `"${key}":${spaced(value, random)}`).join(' , ')}}`;
          const kept = members.filter(([key]) => !keys.includes(key));
          const after = remove(write(members), ...keys);
          expect(JSON.parse(after)).toEqual(JSON.parse(write(kept)));
        },
      ),
      { numRuns: 500 },
    );
  });
});
