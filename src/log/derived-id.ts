import { createHash } from 'node:crypto';

/**
 * A UUIDv7 that follows from its parts alone, so that whoever repeats an act gives it the same id. It has the time of
 * `origin`, a UUIDv7 itself.
 */
export const derivedId = (origin: string, ...parts: readonly string[]): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify([origin, ...parts]))
    .digest('hex');
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${origin.slice(0, 13).toLowerCase()}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
};
