import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Piece, splitLines } from './lines.ts';

const chunks = fc.array(
  fc
    .array(fc.constantFrom('\n', '\r\n', 'a', '{"x":1}', 'é', '😀', ''), { maxLength: 8 })
    .map((parts) => Buffer.from(parts.join(''))),
);

function split(pieces: readonly Buffer[], limit: number): Piece[] {
  const lines = splitLines(limit);
  return [...pieces.flatMap((piece) => lines.push(piece)), ...lines.end()];
}

const recut = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

describe('cutting a stream into lines', () => {
  it('passes every byte on, however the stream is chunked', () => {
    fc.assert(
      fc.property(chunks, fc.integer({ min: 0, max: 20 }), (pieces, limit) => {
        const out = Buffer.concat(split(pieces, limit).map((piece) => piece.bytes));
        expect(out.equals(Buffer.concat(pieces))).toBe(true);
      }),
    );
  });

  it('gives the same lines for every chunking', () => {
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 9 }), (pieces, size) => {
        const texts = (of: readonly Piece[]): string[] => of.map((piece) => piece.bytes.toString('latin1'));
        expect(texts(split(recut(Buffer.concat(pieces), size), 1000))).toEqual(texts(split(pieces, 1000)));
      }),
    );
  });

  it('calls a line whole only when it is within the limit, and holds no more than the limit back', () => {
    const lines = splitLines(4);
    expect(lines.push(Buffer.from('abc\n'))).toEqual([{ bytes: Buffer.from('abc\n'), whole: true }]);
    expect(lines.push(Buffer.from('abc'))).toEqual([]);
    expect(lines.push(Buffer.from('de'))).toEqual([{ bytes: Buffer.from('abcde'), whole: false }]);
    expect(lines.push(Buffer.from('f'))).toEqual([{ bytes: Buffer.from('f'), whole: false }]);
    expect(lines.push(Buffer.from('g\nok\n'))).toEqual([
      { bytes: Buffer.from('g\n'), whole: false },
      { bytes: Buffer.from('ok\n'), whole: true },
    ]);
    expect(lines.end()).toEqual([]);
  });

  it('counts what the stream ends with as a line', () => {
    const lines = splitLines(10);
    lines.push(Buffer.from('last'));
    expect(lines.end()).toEqual([{ bytes: Buffer.from('last'), whole: true }]);
  });
});
