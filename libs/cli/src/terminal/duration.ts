const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Seconds of a duration such as `30s`, `15m`, `12h` or `90d`; null when it is none. */
export function secondsOf(text: string): number | null {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  return match === null ? null : Number(match[1]) * seconds[match[2] as keyof typeof seconds];
}

/** "3.2 s". */
export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
