const newline = 0x0a;
/** What a message begins with, or an empty line has. */
const protocol: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x20, 0x09, 0x0d, newline]);

/** Takes each line that does not begin as a message does. */
export function eachNoise(lines: Buffer, take: (line: Buffer) => void): void {
  for (let start = 0; start < lines.length;) {
    const found = lines.indexOf(newline, start);
    const end = found === -1 ? lines.length : found;
    if (!protocol.has(lines[start] ?? newline)) take(lines.subarray(start, end));
    start = end + 1;
  }
}
