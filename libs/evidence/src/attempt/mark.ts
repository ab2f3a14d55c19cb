/**
 * Place of a fact in its producer's own order: the producer's sequence number, then the stream position, which
 * decides where a producer gave one number twice.
 */
export type Mark = readonly [sequence: number, position: number];

/** True when `a` is later in its producer's order than `b`; nothing is earlier than null. */
export function isLater(a: Mark | null, b: Mark | null): boolean {
  if (a === null) return false;
  if (b === null) return true;
  return a[0] === b[0] ? a[1] > b[1] : a[0] > b[0];
}

export const latest = (a: Mark | null, b: Mark | null): Mark | null => (isLater(b, a) ? b : a);
