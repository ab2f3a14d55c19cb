/**
 * One-dimensional arrays in PostgreSQL's binary form, which is sent as it is: array literals would have every quote of
 * a JSON text escaped here and unescaped there.
 */
type ArrayKind = 'int4' | 'int8' | 'uuid';

const elementType = { int4: 23, int8: 20, text: 25, uuid: 2950 } as const;
const elementBytes = { int4: 4, int8: 8, uuid: 16 } as const;
const headerBytes = 20;

export const int4Array = (values: readonly number[]): Buffer =>
  fixedArray('int4', values, (bytes, value, at) => bytes.writeInt32BE(value, at));

export const int8Array = (values: readonly number[]): Buffer =>
  fixedArray('int8', values, (bytes, value, at) => {
    bytes.writeInt32BE(Math.floor(value / 2 ** 32), at);
    bytes.writeUInt32BE(value < 0 ? (value % 2 ** 32) + 2 ** 32 : value % 2 ** 32, at + 4);
  });

export const uuidArray = (values: readonly string[]): Buffer =>
  fixedArray('uuid', values, (bytes, value, at) => bytes.write(value.replaceAll('-', ''), at, 16, 'hex'));

/** Texts in UTF-8; without NUL and lone surrogates. */
export function textArray(values: readonly (string | null)[]): Buffer {
  let size = headerBytes;
  for (const value of values) size += 4 + (value === null ? 0 : Buffer.byteLength(value));
  const bytes = withHeader(size, elementType.text, values.length, values.includes(null));
  let at = headerBytes;
  for (const value of values) {
    const written = value === null ? -1 : bytes.write(value, at + 4);
    bytes.writeInt32BE(written, at);
    at += 4 + Math.max(written, 0);
  }
  return bytes;
}

function fixedArray<Value>(
  kind: ArrayKind,
  values: readonly Value[],
  write: (bytes: Buffer, value: Value, at: number) => void,
): Buffer {
  const step = 4 + elementBytes[kind];
  const bytes = withHeader(headerBytes + values.length * step, elementType[kind], values.length, false);
  let at = headerBytes;
  for (const value of values) {
    bytes.writeInt32BE(elementBytes[kind], at);
    write(bytes, value, at + 4);
    at += step;
  }
  return bytes;
}

function withHeader(size: number, type: number, length: number, hasNull: boolean): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(1, 0); // dimensions
  bytes.writeInt32BE(hasNull ? 1 : 0, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16); // lower bound
  return bytes;
}
