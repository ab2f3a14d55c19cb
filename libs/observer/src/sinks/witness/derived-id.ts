import { createHash } from 'node:crypto';

/** A UUIDv7 that follows from its parts alone, so that what is told again has the same. `at` in milliseconds since 1970. */
export function derivedId(at: number, ...parts: readonly string[]): string {
  const time = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0').slice(-12);
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = ((parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}
