/**
 * A text as bytes, with the place in the text that each byte comes from. Looking for a secret in decoded views finds every
 * way of writing it (any character percent-encoded or not, either case of the digits, `\u` forms) without listing them.
 */
export interface View {
  readonly bytes: Uint8Array;
  /** Source index of each byte, and after the last one the length of the text. */
  readonly at: Uint32Array;
}

/** A view while it is made. What is put in comes from `source`. */
interface Writer {
  readonly bytes: Uint8Array;
  readonly at: Uint32Array;
  count: number;
  source: number;
}

/** Reads one item at `index` and returns how many bytes it took, or 0 when there is nothing to decode. */
type Read = (bytes: Uint8Array, index: number, into: Writer) => number;

const writer = (capacity: number): Writer => ({
  bytes: new Uint8Array(capacity),
  at: new Uint32Array(capacity + 1),
  count: 0,
  source: 0,
});

function put(into: Writer, byte: number): void {
  into.bytes[into.count] = byte;
  into.at[into.count] = into.source;
  into.count += 1;
}

function finish(into: Writer, length: number): View {
  into.at[into.count] = length;
  return { bytes: into.bytes.subarray(0, into.count), at: into.at.subarray(0, into.count + 1) };
}

function putCodePoint(into: Writer, point: number): void {
  if (point < 0x80) {
    put(into, point);
    return;
  }
  if (point < 0x800) put(into, 0xc0 | (point >> 6));
  else if (point < 0x10000) {
    put(into, 0xe0 | (point >> 12));
    put(into, 0x80 | ((point >> 6) & 0x3f));
  } else {
    put(into, 0xf0 | (point >> 18));
    put(into, 0x80 | ((point >> 12) & 0x3f));
    put(into, 0x80 | ((point >> 6) & 0x3f));
  }
  put(into, 0x80 | (point & 0x3f));
}

/** UTF-8; a lone surrogate is written as three bytes of its own, so that it equals itself. */
export function viewOf(text: string): View {
  const into = writer(text.length * 3);
  for (let index = 0; index < text.length;) {
    const point = text.codePointAt(index) ?? 0;
    into.source = index;
    putCodePoint(into, point);
    index += point > 0xffff ? 2 : 1;
  }
  return finish(into, text.length);
}

export function bytesOf(text: string): Uint8Array {
  return viewOf(text).bytes;
}

/** The view with every item decoded that `read` finds, or null when there is none. */
function decode(view: View, marks: readonly number[], read: Read): View | null {
  const { bytes, at } = view;
  if (!marks.some((mark) => bytes.includes(mark))) return null;
  const into = writer(bytes.length);
  let items = 0;
  for (let index = 0; index < bytes.length;) {
    into.source = at[index] ?? 0;
    const taken = read(bytes, index, into);
    if (taken === 0) put(into, bytes[index] ?? 0);
    else items += 1;
    index += Math.max(taken, 1);
  }
  return items === 0 ? null : finish(into, at[bytes.length] ?? 0);
}

function hexAt(bytes: Uint8Array, from: number, digits: number): number {
  let value = 0;
  for (let index = from; index < from + digits; index += 1) {
    const digit = parseInt(String.fromCharCode(bytes[index] ?? 0), 16);
    if (Number.isNaN(digit)) return -1;
    value = value * 16 + digit;
  }
  return value;
}

const PERCENT = 0x25;
const PLUS = 0x2b;
const BACKSLASH = 0x5c;

const readPercent: Read = (bytes, index, into) => {
  const value = bytes[index] === PERCENT ? hexAt(bytes, index + 1, 2) : -1;
  if (value < 0) return 0;
  put(into, value);
  return 3;
};

const readForm: Read = (bytes, index, into) => {
  if (bytes[index] !== PLUS) return readPercent(bytes, index, into);
  put(into, 0x20);
  return 1;
};

const ESCAPES: ReadonlyMap<number, number> = new Map(
  Object.entries({
    b: 8,
    t: 9,
    n: 10,
    v: 11,
    f: 12,
    r: 13,
    '"': 0x22,
    "'": 0x27,
    '`': 0x60,
    '/': 0x2f,
    '\\': BACKSLASH,
  }).map(([letter, value]) => [letter.charCodeAt(0), value]),
);

function readUnicode(bytes: Uint8Array, index: number, into: Writer): number {
  const first = hexAt(bytes, index + 2, 4);
  if (first < 0) return 0;
  const paired =
    first >= 0xd800 && first < 0xdc00 && bytes[index + 6] === BACKSLASH && bytes[index + 7] === 0x75;
  const second = paired ? hexAt(bytes, index + 8, 4) : -1;
  if (second >= 0xdc00 && second < 0xe000) {
    putCodePoint(into, 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
    return 12;
  }
  putCodePoint(into, first);
  return 6;
}

const readJson: Read = (bytes, index, into) => {
  if (bytes[index] !== BACKSLASH) return 0;
  const letter = bytes[index + 1] ?? 0;
  if (letter === 0x75) return readUnicode(bytes, index, into);
  if (letter === 0x78) {
    const value = hexAt(bytes, index + 2, 2);
    if (value < 0) return 0;
    putCodePoint(into, value);
    return 4;
  }
  const value = ESCAPES.get(letter);
  if (value === undefined) return 0;
  put(into, value);
  return 2;
};

export const decodePercent = (view: View): View | null => decode(view, [PERCENT], readPercent);
/** As {@link decodePercent}, and `+` is a space. */
export const decodeForm = (view: View): View | null => decode(view, [PERCENT, PLUS], readForm);
/** Escapes of JSON and JavaScript strings. */
export const decodeJson = (view: View): View | null => decode(view, [BACKSLASH], readJson);

const SEXTETS = new Int8Array(256).fill(-1);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < ALPHABET.length; value += 1) SEXTETS[ALPHABET.charCodeAt(value)] = value;
SEXTETS[0x2d] = 62;
SEXTETS[0x5f] = 63;

/** Shorter runs cannot hold a secret. */
const RUN_LEAST = 6;
/** Stands between decoded runs; no UTF-8 text holds it. */
const BOUNDARY = 0xff;

function decodeRun(view: View, from: number, to: number, into: Writer): void {
  const { bytes, at } = view;
  let bits = 0;
  let held = 0;
  for (let index = from; index < to; index += 1) {
    bits = ((bits << 6) | (SEXTETS[bytes[index] ?? 0] ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    into.source = at[index - 1] ?? 0;
    put(into, (bits >> held) & 0xff);
  }
  into.source = at[to] ?? 0;
  put(into, BOUNDARY);
}

/** Base64 of both alphabets, read from the given alignment (0 to 3) of every run, or null when there is no run. */
export function decodeBase64(view: View, alignment: number): View | null {
  const { bytes, at } = view;
  const into = writer(bytes.length + 1);
  for (let index = 0; index < bytes.length;) {
    const from = index;
    while (index < bytes.length && (SEXTETS[bytes[index] ?? 0] ?? -1) >= 0) index += 1;
    if (index - from >= RUN_LEAST) decodeRun(view, from + alignment, index, into);
    index += index === from ? 1 : 0;
  }
  return into.count === 0 ? null : finish(into, at[bytes.length] ?? 0);
}
