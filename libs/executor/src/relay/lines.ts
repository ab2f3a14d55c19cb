const newline = 0x0a;

/** A whole line with its end, or, of a line that is longer than the limit, the bytes that are there so far. */
export interface Piece {
  readonly bytes: Buffer;
  readonly whole: boolean;
}

export interface LineSplitter {
  /** Whether the next byte begins a line. */
  readonly atStart: boolean;
  push(chunk: Buffer): Piece[];
  /** What is left when the stream ends without a newline; it counts as a line. */
  end(): Piece[];
}

/**
 * Cuts a byte stream at its newlines. The pieces joined are the stream, byte for byte, however it was chunked.
 * It holds back at most `limit` bytes; the pieces of a longer line come as they arrive, and are never `whole`.
 */
export function splitLines(limit: number): LineSplitter {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let overlong = false;

  function release(last: Buffer | null): Buffer {
    const parts = last === null ? held : [...held, last];
    held = [];
    heldBytes = 0;
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  }

  function holdBack(rest: Buffer): Piece[] {
    if (rest.length === 0) return [];
    if (!overlong && heldBytes + rest.length <= limit) {
      held.push(rest);
      heldBytes += rest.length;
      return [];
    }
    overlong = true;
    return [{ bytes: release(rest), whole: false }];
  }

  return {
    get atStart() {
      return heldBytes === 0 && !overlong;
    },
    push(chunk) {
      const pieces: Piece[] = [];
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(newline, start);
        if (end === -1) break;
        const whole = !overlong && heldBytes + (end + 1 - start) <= limit;
        pieces.push({ bytes: release(chunk.subarray(start, end + 1)), whole });
        overlong = false;
        start = end + 1;
      }
      return pieces.concat(holdBack(chunk.subarray(start)));
    },
    end: () => (heldBytes === 0 ? [] : [{ bytes: release(null), whole: true }]),
  };
}
