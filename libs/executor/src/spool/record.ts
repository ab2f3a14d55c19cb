import { crc32 } from 'node:zlib';

/** One line of a spool: an event as JSON, how far its bytes were sent, or the event that is to tell of a loss. */
export type Entry =
  | { readonly kind: 'event'; readonly json: string }
  | { readonly kind: 'sent'; readonly upTo: number }
  | { readonly kind: 'lost'; readonly json: string };

const newline = 0x0a;
const sentPrefix = '{"sent":';
const lostPrefix = '{"lost":';
/** Sum, space and newline. */
const frameBytes = 10;

/** `crc32 in hex, space, JSON, newline`: a line that was cut, or joined to another, fails its sum and is passed over. */
export const encodeLine = (json: string): string => `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;

export const encodeSent = (upTo: number): string => encodeLine(`${sentPrefix}${upTo}}`);

/** `bytes` long, or as long as it takes: so that it can be overwritten by one with a greater count. */
export const encodeLost = (json: string, bytes: number): string =>
  encodeLine(`${lostPrefix}${json}}`.padEnd(bytes - frameBytes));

/** Null: not a whole record. `line` comes without its newline. */
export function decodeLine(line: Buffer): Entry | null {
  const body = line.subarray(9);
  if (body.length === 0 || line[8] !== 0x20) return null;
  if (line.toString('latin1', 0, 8) !== crc32(body).toString(16).padStart(8, '0')) return null;
  const json = body.toString('utf8');
  if (json.startsWith(lostPrefix)) return { kind: 'lost', json: json.trimEnd().slice(lostPrefix.length, -1) };
  if (!json.startsWith(sentPrefix)) return { kind: 'event', json };
  const upTo = Number(json.slice(sentPrefix.length, -1));
  return Number.isSafeInteger(upTo) ? { kind: 'sent', upTo } : null;
}

/** The whole lines of `bytes`, and how many bytes they take. An unfinished line at the end is left out. */
export function wholeLines(bytes: Buffer): { readonly lines: readonly Buffer[]; readonly consumed: number } {
  const lines: Buffer[] = [];
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(newline, start);
    if (end === -1) return { lines, consumed: start };
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
}

const marks = [sentPrefix, lostPrefix].map((prefix) => Buffer.from(prefix));
const lineEnd = Buffer.of(newline);

/** The bytes of all lines but marks, which say something in the file that they were written to alone. */
export function withoutMarks(lines: readonly Buffer[]): Buffer {
  const isMark = (line: Buffer): boolean =>
    marks.some((mark) => line.subarray(9, 9 + mark.length).equals(mark));
  return Buffer.concat(lines.flatMap((line) => (isMark(line) ? [] : [line, lineEnd])));
}
