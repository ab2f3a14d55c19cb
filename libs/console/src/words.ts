/** "1 tool", "2 tools". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

const kibi = 1024;

/** "512 B", "1.5 KiB", "3 MiB". */
export const byteWords = (bytes: number): string => {
  const power = bytes < kibi ? 0 : bytes < kibi * kibi ? 1 : 2;
  const value = bytes / kibi ** power;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${['B', 'KiB', 'MiB'][power] ?? 'B'}`;
};

/** "0.4 ms", "12 ms", "3.2 s". */
export const durationWords = (milliseconds: number): string => {
  if (milliseconds < 1000) {
    const digits = milliseconds < 10 ? 1 : 0;
    return `${milliseconds.toLocaleString(undefined, { maximumFractionDigits: digits })} ms`;
  }
  return `${(milliseconds / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`;
};
