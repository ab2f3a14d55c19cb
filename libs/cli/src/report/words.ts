/** `1 call`, `2 calls`. */
export const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `2026-11-30 12:00:03Z`; what is no time stays as it is. */
export function clock(at: string): string {
  const [day, time] = at.split('T');
  return day !== undefined && time !== undefined && at.endsWith('Z') ? `${day} ${time.slice(0, 8)}Z` : at;
}
