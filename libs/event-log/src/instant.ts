/** Microseconds since 1970-01-01T00:00:00Z of an RFC 3339 UTC time with exactly six decimals. */
export const microsecondsOf = (time: string): bigint =>
  BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1000n + BigInt(time.slice(20, 26));

/** The RFC 3339 UTC time, with six decimals, of microseconds since 1970-01-01T00:00:00Z. */
export const timeOf = (microseconds: bigint): string =>
  `${new Date(Number(microseconds / 1000n)).toISOString().slice(0, -1)}${String(microseconds % 1000n).padStart(3, '0')}Z`;
