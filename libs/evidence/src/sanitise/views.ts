/**
 * A text as bytes, with the place in the text that each byte comes from. Looking for a secret in decoded views finds every
 * way of writing it (any character percent-encoded or not, either case of the digits, `\u` forms) without listing them.
 */
export interface View {
  readonly bytes: Uint8Array;
  /** Source index of each byte, and after the last one the length of the text. */
  readonly at: Uint32Array;
}

type Emit = (byte: number, at: number) => void;
/** Reads one item at `index` and returns how many bytes it took, or 0 when there is nothing to decode. */
type Read = (bytes: Uint8Array, index: number, emit: (byte: number) => void) => number;

function collect(capacity: number, length: number, fill: (emit: Emit) => void): View {
  const bytes = new Uint8Array(capacity);
  const at = new Uint32Array(capacity + 1);
  let count = 0;
  fill((byte, source) => {
    bytes[count] = byte;
    at[count] = source;
    count += 1;
  });
  at[count] = length;
  return { bytes: bytes.subarray(0, count), at: at.subarray(0, count + 1) };
}

function emitCodePoint(point: number, emit: (byte: number) => void): void {
  if (point < 0x80) {
    emit(point);
    return;
  }
  if (point < 0x800) emit(0xc0 | (point >> 6));
  else if (point < 0x10000) {
    emit(0xe0 | (point >> 12));
    emit(0x80 | ((point >> 6) & 0x3f));
  } else {
    emit(0xf0 | (point >> 18));
    emit(0x80 | ((point >> 12) & 0x3f));
    emit(0x80 | ((point >> 6) & 0x3f));
  }
  emit(0x80 | (point & 0x3f));
}

/** UTF-8; a lone surrogate is written as three bytes of its own, so that it equals itself. */
export function viewOf(text: string): View {
  return collect(text.length * 3, text.length, (emit) => {
    for (let index = 0; index < text.length;) {
      const point = text.codePointAt(index) ?? 0;
      const from = index;
      emitCodePoint(point, (byte) => {
        emit(byte, from);
      });
      index += point > 0xffff ? 2 : 1;
    }
  });
}

export function bytesOf(text: string): Uint8Array {
  return viewOf(text).bytes;
}

/** The view with every item decoded that `read` finds, or null when there is none. */
function decode(view: View, read: Read): View | null {
  const { bytes, at } = view;
  let items = 0;
  const decoded = collect(bytes.length, at[bytes.length] ?? 0, (emit) => {
    for (let index = 0; index < bytes.length;) {
      const source = at[index] ?? 0;
      const taken = read(bytes, index, (byte) => {
        emit(byte, source);
      });
      if (taken === 0) emit(bytes[index] ?? 0, source);
      else items += 1;
      index += Math.max(taken, 1);
    }
  });
  return items === 0 ? null : decoded;
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

const readPercent: Read = (bytes, index, emit) => {
  const value = bytes[index] === PERCENT ? hexAt(bytes, index + 1, 2) : -1;
  if (value < 0) return 0;
  emit(value);
  return 3;
};

const readForm: Read = (bytes, index, emit) => {
  if (bytes[index] !== PLUS) return readPercent(bytes, index, emit);
  emit(0x20);
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

function readUnicode(bytes: Uint8Array, index: number, emit: (byte: number) => void): number {
  const first = hexAt(bytes, index + 2, 4);
  if (first < 0) return 0;
  const paired =
    first >= 0xd800 && first < 0xdc00 && bytes[index + 6] === BACKSLASH && bytes[index + 7] === 0x75;
  const second = paired ? hexAt(bytes, index + 8, 4) : -1;
  if (second >= 0xdc00 && second < 0xe000) {
    emitCodePoint(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), emit);
    return 12;
  }
  emitCodePoint(first, emit);
  return 6;
}

const readJson: Read = (bytes, index, emit) => {
  if (bytes[index] !== BACKSLASH) return 0;
  const letter = bytes[index + 1] ?? 0;
  if (letter === 0x75) return readUnicode(bytes, index, emit);
  if (letter === 0x78) {
    const value = hexAt(bytes, index + 2, 2);
    if (value < 0) return 0;
    emitCodePoint(value, emit);
    return 4;
  }
  const value = ESCAPES.get(letter);
  if (value === undefined) return 0;
  emit(value);
  return 2;
};

export const decodePercent = (view: View): View | null => decode(view, readPercent);
/** As {@link decodePercent}, and `+` is a space. */
export const decodeForm = (view: View): View | null => decode(view, readForm);
/** Escapes of JSON and JavaScript strings. */
export const decodeJson = (view: View): View | null => decode(view, readJson);

const SEXTETS = new Int8Array(256).fill(-1);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < ALPHABET.length; value += 1) SEXTETS[ALPHABET.charCodeAt(value)] = value;
SEXTETS[0x2d] = 62;
SEXTETS[0x5f] = 63;

/** Shorter runs cannot hold a secret. */
const RUN_LEAST = 6;
/** Stands between decoded runs; no UTF-8 text holds it. */
const BOUNDARY = 0xff;

function decodeRun(view: View, from: number, to: number, emit: Emit): void {
  const { bytes, at } = view;
  let bits = 0;
  let held = 0;
  for (let index = from; index < to; index += 1) {
    bits = ((bits << 6) | (SEXTETS[bytes[index] ?? 0] ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    emit((bits >> held) & 0xff, at[index - 1] ?? 0);
  }
  emit(BOUNDARY, at[to] ?? 0);
}

/** Base64 of both alphabets, read from the given alignment (0 to 3) of every run, or null when there is no run. */
export function decodeBase64(view: View, alignment: number): View | null {
  const { bytes, at } = view;
  const decoded = collect(bytes.length + 1, at[bytes.length] ?? 0, (emit) => {
    for (let index = 0; index < bytes.length;) {
      const from = index;
      while (index < bytes.length && (SEXTETS[bytes[index] ?? 0] ?? -1) >= 0) index += 1;
      if (index - from >= RUN_LEAST) decodeRun(view, from + alignment, index, emit);
      index += index === from ? 1 : 0;
    }
  });
  return decoded.bytes.length === 0 ? null : decoded;
}
