import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { abridge } from '../../front/abridge.mjs';
import { telling } from '../../front/lines.mjs';

const parsed = (text: string): unknown => JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));

const withoutCarried = (message: object): object =>
  Object.fromEntries(
    Object.entries(message).map(([key, value]: [string, unknown]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key, value];
      const names =
        key === 'params' ? ['arguments'] : key === 'result' ? ['content', 'structuredContent'] : [];
      return [
        key,
        Object.fromEntries(
          Object.entries(value).map(([k, v]) => [k, names.includes(k) ? null : (v as unknown)]),
        ),
      ];
    }),
  );

const word = fc.constantFrom(
  'arguments',
  'content',
  'structuredContent',
  'isError',
  'name',
  'ä"\\',
  '}{][,:',
);
const held = fc.dictionary(word, fc.jsonValue());
const message = fc.record(
  {
    id: fc.oneof(fc.integer(), fc.string()),
    method: fc.string(),
    params: fc.oneof(held, fc.jsonValue()),
    result: fc.oneof(held, fc.jsonValue()),
    error: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const spaced = fc.tuple(message, fc.constantFrom(undefined, 1, '\t'), fc.constantFrom('', ' ', '\r\n'));

describe('a message without what it carries', () => {
  it('has every other member, and the length of the whole', () => {
    fc.assert(
      fc.property(spaced, ([one, indent, around]) => {
        const json = JSON.stringify(one, null, indent);
        const whole = JSON.parse(json) as object;
        const short = abridge(Buffer.from(around + json + around));
        const got = short === null ? [whole, null] : [parsed(short.text), short.length];
        const length = short === null ? null : Buffer.byteLength(json);
        expect(got).toEqual([withoutCarried(whole), length]);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out what calls carry', () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"text":"]}\\""}],"isError":true}}';
    expect(abridge(Buffer.from(text))?.text).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"content":null,"isError":true}}',
    );
  });

  it.each([
    '',
    'Starting …',
    '[{"params":{"arguments":1}}]',
    '{"params":{"arguments":[1}',
    '{"params":{"arguments":"',
  ])('is not made of %j', (text) => {
    expect(abridge(Buffer.from(text))).toBeNull();
  });

  it('is not made of what has more behind it', () => {
    expect(abridge(Buffer.from('{"params":{"arguments":1}} {}'))).toBeNull();
  });
});

describe('the lines of one direction', () => {
  const lines = [
    '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n',
    `{"jsonrpc":"2.0","id":2,"result":{"content":"${'ä'.repeat(600)}"}}\n`,
    `Starting ${'…'.repeat(400)}\n`,
    `{"jsonrpc":"2.0","id":3,"params":{"arguments":"${'x'.repeat(1_100_000)}"}}\n`,
    `{"jsonrpc":"2.0","id":4,"params":{"arguments":"${'y'.repeat(600)}"}}\n`,
    'the rest',
  ];
  const bytes = Buffer.from(lines.join(''));

  function told(size: number): { plain: string; messages: string[] } {
    const plain: Buffer[] = [];
    const messages: string[] = [];
    const to = telling({
      plain: (part) => plain.push(Buffer.from(part)),
      message: ({ text }) => messages.push(text),
    });
    for (let at = 0; at < bytes.length; at += size) to.push(bytes.subarray(at, at + size));
    to.end();
    return { plain: Buffer.concat(plain).toString(), messages };
  }

  it.each([7_001, 65_536, 4_000_000])('are told whole, cut at %i bytes', (size) => {
    const { plain, messages } = told(size);
    expect(messages.filter((text) => !text.includes('"id":3'))).toEqual([
      '{"jsonrpc":"2.0","id":2,"result":{"content":null}}',
      '{"jsonrpc":"2.0","id":4,"params":{"arguments":null}}',
    ]);
    const isShort = messages.length === 3;
    expect(plain === lines.filter((_, at) => at !== 1 && at !== 4 && !(isShort && at === 3)).join('')).toBe(
      true,
    );
  });
});
