import fc from 'fast-check';

/** A secret as somebody's text may hold it, and the pieces of it that must not be seen afterwards. */
export interface Planted {
  readonly secret: string;
  readonly text: string;
  readonly forbidden: readonly string[];
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const everyByte = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${hex(byte, 2)}`).join('');

const everyUnit = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => `\\u${hex(text.charCodeAt(index), 4)}`).join('');

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Base64 of the secret amid other bytes, and the digits of it that depend on the secret alone. */
function amid(
  text: string,
  before: string,
  after: string,
  alphabet: BufferEncoding,
): [blob: string, core: string] {
  const blob = Buffer.from(before + text + after, 'utf8').toString(alphabet);
  const from = Math.ceil((Buffer.byteLength(before) * 8) / 6);
  const to = Math.floor((Buffer.byteLength(before + text) * 8) / 6);
  return [blob, blob.slice(from, to)];
}

type Encoding = (secret: string) => readonly [written: string, core: string];

const same =
  (encode: (text: string) => string): Encoding =>
  (secret) => [encode(secret), encode(secret)];

const encodings: Readonly<Record<string, Encoding>> = {
  plain: same((text) => text),
  capitals: same((text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())),
  percent: same(encodeURIComponent),
  'percent in small letters': same((text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  ),
  'every byte in percent': same(everyByte),
  form: same((text) => new URLSearchParams({ v: text }).toString().slice(2)),
  json: same(inJson),
  'json in json': same((text) => inJson(inJson(text))),
  'every unit in json': same(everyUnit),
  'slashes escaped': same((text) => inJson(text).replaceAll('/', '\\/')),
  'percent in json': same((text) => inJson(encodeURIComponent(text))),
  'json in percent': same((text) => encodeURIComponent(inJson(text))),
  base64: (secret) => amid(secret, '', '', 'base64'),
  'base64 after one byte': (secret) => amid(secret, ':', '', 'base64'),
  'base64 after two bytes': (secret) => amid(secret, 'u:', '\n', 'base64'),
  'base64 for URLs': (secret) => amid(secret, 'user:', ':x', 'base64url'),
  'base64 of json': (secret) => amid(inJson(secret), '{"k":"', '"}', 'base64'),
  'base64 in percent': (secret) =>
    amid(secret, 'u:', '', 'base64').map(encodeURIComponent) as [string, string],
};

const word = fc.constantFrom(
  'connect',
  'to',
  'hub',
  'failed',
  'with',
  'code',
  '500',
  'while',
  'reading',
  'naïve',
  '数据',
);
const prose = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));

const places: readonly ((written: string) => string)[] = [
  (written) => written,
  (written) => ` ${written} `,
  (written) => `:${written},`,
  (written) => `{"message":"bad value ${inJson(written)} given"}`,
  (written) => `https://host.test/a/${written}/b?c=d`,
  (written) => `https://host.test:8443/?x=${written}&y=1#z`,
  (written) => `X-Team: ${written}`,
  (written) => `curl -H 'X-Team: ${written}'`,
  (written) => `["--flag","${inJson(written)}"]`,
  (written) => `[${written}]`,
  (written) => `x${written}y`,
];

/** Printable, of every kind of character that some encoding treats in its own way. */
export const secretValue: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 24 }),
    fc.string({
      unit: fc.constantFrom('a', 'b', '1', '/', '+', ' ', '"', '\\', '%', '&', '=', 'é', '漢', '😀'),
      minLength: 4,
      maxLength: 12,
    }),
    fc.stringMatching(/^[a-z]{4,12}-[A-Z0-9]{2,12}$/),
  )
  .filter((value) => value.trim().length >= 4 && value.trim() === value);

export const planted: fc.Arbitrary<Planted> = fc
  .record({
    secret: secretValue,
    encoding: fc.constantFrom(...Object.values(encodings)),
    place: fc.constantFrom(...places),
    before: prose,
    after: prose,
  })
  .map(({ secret, encoding, place, before, after }) => {
    const [written, core] = encoding(secret);
    const forbidden = core.length >= 4 ? [secret, core] : [secret];
    return { secret, text: `${before} ${place(written)} ${after}`, forbidden };
  });
