import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { json, randomness, spaced } from '../../test/json/spaced.ts';
import { type ArrayChanges, editArray } from './array.ts';
import { arrayElements, objectMembers, skipSpace, type Span } from './scan.ts';
import { applyEdits } from './splice.ts';

const list = { key: 'mcpServers', mayInsert: false };
const nothing: ArrayChanges = { replaced: new Map(), removed: new Set(), appended: [] };
const changes: ArrayChanges = { ...nothing, appended: ['{"name":"witness"}'] };
const whole = (bytes: Buffer): Span => ({ start: 0, end: bytes.length });

function edit(text: string, change: Partial<ArrayChanges>, mayInsert = true): string | null {
  const bytes = Buffer.from(text);
  const edits = editArray(bytes, whole(bytes), { ...list, mayInsert, changes: { ...nothing, ...change } });
  return edits === null ? null : applyEdits(bytes, edits).toString();
}

const add = (text: string, mayInsert = true): string | null => edit(text, changes, mayInsert);

const params = fc
  .dictionary(fc.oneof(fc.constantFrom('cwd', 'sessionId', '_meta'), fc.string()), json)
  .chain((rest) => fc.array(json).map((mcpServers): Record<string, unknown> => ({ ...rest, mcpServers })));

/** What becomes of each element in turn: nothing, its removal, or its replacement. */
const fates = fc.array(fc.constantFrom('keep', 'keep', 'remove', 'replace'), {
  minLength: 20,
  maxLength: 20,
});
const indexes = (fate: readonly string[], wanted: string, length: number): number[] =>
  fate.flatMap((one, index) => (one === wanted && index < length ? [index] : []));

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

  it('adds several, in order', () => {
    expect(edit('{"mcpServers":[1]}', { appended: ['2', '3'] })).toBe('{"mcpServers":[1,2,3]}');
  });

  it('never fails on bytes that are no JSON', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom('', '{', '[', '{"mcpServers":[', '{"a":{"b":["', '{"a'),
        (tail, head) => {
          const bytes = Buffer.concat([Buffer.from(head), tail]);
          objectMembers(bytes, skipSpace(bytes, 0));
          arrayElements(bytes, 0);
          editArray(bytes, whole(bytes), { ...list, mayInsert: true, changes });
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('taking servers out of the bytes of a request, and others in their place', () => {
  it.each([
    ['[1]', [0], '[]'],
    ['[ 1 , 2 , 3 ]', [0], '[ 2 , 3 ]'],
    ['[ 1 , 2 , 3 ]', [1], '[ 1 , 3 ]'],
    ['[ 1 , 2 , 3 ]', [2], '[ 1 , 2 ]'],
    ['[ 1 , 2 , 3 ]', [0, 1, 2], '[  ]'],
    ['[{"a":[1,2]},"],",3]', [0, 2], '["],"]'],
  ])('turns %s without %j into %s', (before, removed, after) => {
    expect(edit(`{"mcpServers":${before}}`, { removed: new Set(removed) })).toBe(`{"mcpServers":${after}}`);
  });

  it('does all at once', () => {
    const change = { removed: new Set([0, 3]), replaced: new Map([[1, '"front"']]), appended: ['9'] };
    expect(edit('{"mcpServers":[ 0, 1 ,2, 3 ]}', change)).toBe('{"mcpServers":[ "front" ,2 ,9]}');
    expect(edit('{"mcpServers":[0]}', { removed: new Set([0]), appended: ['9'] })).toBe('{"mcpServers":[9]}');
  });

  it('changes not a byte when there is nothing to change, whatever stands there', () => {
    for (const text of ['{"mcpServers":7}', '{}', '[', '{"mcpServers":[1 ]}']) {
      expect(edit(text, {})).toBe(text);
    }
  });

  it('keeps every byte of what stays, whatever the request looks like', () => {
    fc.assert(
      fc.property(params, randomness, fates, fc.array(json), (value, random, fate, more) => {
        const text = spaced(value, random);
        const bytes = Buffer.from(text);
        const servers = value.mcpServers as readonly unknown[];
        const change = {
          removed: new Set(indexes(fate, 'remove', servers.length)),
          replaced: new Map(
            indexes(fate, 'replace', servers.length).map((index) => [index, `"front ${index}"`] as const),
          ),
          appended: more.map((one) => JSON.stringify(one)),
        };
        const after = edit(text, change)!;
        const stayed = servers.flatMap((server, index) => {
          if (change.removed.has(index)) return [];
          return [change.replaced.has(index) ? `front ${index}` : server];
        });
        const parsed = JSON.parse(text) as Record<string, unknown>;
        const expected: unknown = JSON.parse(JSON.stringify([...stayed, ...more]));
        expect(JSON.parse(after)).toEqual({ ...parsed, mcpServers: expected });
        const at = objectMembers(bytes, 0)!.findLast((member) => member.key === 'mcpServers')!.value;
        expect(after.startsWith(bytes.toString('utf8', 0, at.start + 1))).toBe(true);
        expect(after.endsWith(bytes.toString('utf8', at.end - 1))).toBe(true);
        const kept = arrayElements(bytes, at.start)!.filter((_, index) => fate[index] === 'keep');
        for (const span of kept) expect(after).toContain(bytes.toString('utf8', span.start, span.end));
      }),
      { numRuns: 500 },
    );
  });
});
