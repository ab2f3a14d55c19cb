import { describe, expect, it } from '@jest/globals';
import type { Position } from '@mcp-witness/event-log';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './list-cursor.ts';

const positions = fc.bigInt({ min: 0n, max: 10n ** 39n - 1n }).map((value) => value.toString() as Position);

describe('a cursor of the list', () => {
  it('is read as it was written', () => {
    const cursors = fc.record({
      connected: fc.boolean(),
      as_of: positions,
      at: fc.nat().map(String),
      below: fc.option(positions),
    });
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  it('is refused when it is anything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cursor = decodeCursor(text);
        expect(cursor === null || encodeCursor(cursor) === text).toBe(true);
      }),
    );
    expect(decodeCursor(Buffer.from('c.01..1').toString('base64url'))).toBeNull();
    expect(decodeCursor(Buffer.from('c.1.x.1').toString('base64url'))).toBeNull();
    expect(decodeCursor(Buffer.from(`c.1.${'9'.repeat(40)}.1`).toString('base64url'))).toBeNull();
    expect(decodeCursor(Buffer.from('c.1..01').toString('base64url'))).toBeNull();
    expect(decodeCursor('x'.repeat(10_000))).toBeNull();
  });
});
