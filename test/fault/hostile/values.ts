import fc from 'fast-check';

/** In every text that is sent: no refusal may hold it. */
export const canary = 'zq7canary';

const traps = [
  '',
  '\0',
  '\u202e\u2066',
  '\ud800',
  '\udfff\ud800',
  '\ufeff\u200b',
  '\u{e0041}\u{e0042}',
  "' or 1=1 --",
  '../../../../etc/passwd',
  '%00%ff%c0%ae',
  '${env:HOME}{{7*7}}',
  '__proto__',
  'constructor',
  '9'.repeat(400),
  '-1',
  '1e309',
  'NaN',
  '\r\nset-cookie: a=b',
  'x'.repeat(20_000),
];

/** Text as nobody means it, with the canary in it. */
export const hostileText: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...traps),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ maxLength: 300 }),
  )
  .map((text) => `${canary}${text}`);

/** The same as far as the value of a header can hold it. */
export const headerText = hostileText.map((text) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 4_000));

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

/** Bodies that are no JSON, or more than any should be. */
export const rawBody: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  hostileText.map((text) => `{"${text}`),
  hostileText.map((text) => JSON.stringify({ [text]: text }).slice(0, -3)),
  fc.constantFrom(
    nested(20_000, '[', ']'),
    nested(5_000, '{"a":', '}'),
    `[${'0,'.repeat(50_000)}0]`,
    '',
    'null',
    '7',
  ),
  hostileText.map((text) => `{"__proto__":{"${canary}":1},"constructor":${JSON.stringify(text)}}`),
);

export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, [], {}, -1, 0, 1.5, 2 ** 53, 1e300, [[[]]]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => [canary, value]) },
);
