/** A place in the log: decimal digits without leading zeros. Opaque but for its order, by length and then by text. */
export type Position = string & { readonly brand: unique symbol };

const digits = /^(0|[1-9][0-9]{0,38})$/;

export const Position = {
  /** Before the first event. */
  start: '0' as Position,

  /** The position that `text` is, or null when it is none. */
  parse(text: string): Position | null {
    return digits.test(text) ? (text as Position) : null;
  },

  /** Negative when `a` is before `b`, 0 when equal, positive when after. */
  compare(a: Position, b: Position): number {
    if (a.length !== b.length) return a.length - b.length;
    if (a === b) return 0;
    return a < b ? -1 : 1;
  },
} as const;
