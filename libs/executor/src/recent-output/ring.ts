import { type Needles, sanitizeText } from '@mcp-witness/evidence';

/** A line that a process wrote, without its end. */
interface WrittenLine {
  readonly at: string;
  readonly stream: 'stderr' | 'stdout';
  readonly text: string;
}

/** The newest lines that a process wrote beside its protocol: in memory, and nowhere else. */
export interface Ring {
  /** Bytes of standard error, as they come. */
  readonly error: (chunk: Buffer) => void;
  /** A whole line of standard output that is no protocol. */
  readonly noise: (line: Buffer) => void;
  /** Strikes secrets out of what is held. */
  readonly strike: (secrets: Needles) => void;
  readonly lines: readonly WrittenLine[];
  /** Lines that came before those. */
  readonly omitted: number;
}

const mostLines = 50;
const mostBytes = 16 * 1024;
/** Bytes that are shown of a line. */
export const longestLine = 4_096;
/** Bytes that are held of one: a secret that is cut in two is not found, so it is struck out before the line is cut. */
const heldOfLine = 2 * longestLine;

const newline = 0x0a;

export function createRing(now: () => string = () => new Date().toISOString()): Ring {
  let lines: WrittenLine[] = [];
  let sizes: number[] = [];
  let bytes = 0;
  let omitted = 0;
  let partial = Buffer.alloc(0);
  /** The rest of a line of which the beginning is forgotten. */
  let isSkipping = false;

  function add(stream: WrittenLine['stream'], line: Buffer): void {
    const text = line.toString('utf8', 0, heldOfLine).replace(/\r?\n?$/, '');
    if (text.trim() === '') return;
    const size = Math.min(Buffer.byteLength(text), longestLine);
    lines.push({ at: now(), stream, text });
    sizes.push(size);
    bytes += size;
    while (lines.length > mostLines || bytes > mostBytes) {
      bytes -= sizes[0] ?? 0;
      lines = lines.slice(1);
      sizes = sizes.slice(1);
      omitted += 1;
    }
  }

  /** What follows the line that is skipped; null where that goes on. */
  function skip(chunk: Buffer): Buffer | null {
    const end = chunk.indexOf(newline);
    if (end === -1) return null;
    isSkipping = false;
    return chunk.subarray(end + 1);
  }

  /** Of a chunk only what may still be shown is looked at. */
  function error(given: Buffer): void {
    const chunk = isSkipping ? skip(given) : given;
    if (chunk === null) return;
    const all = partial.length === 0 ? chunk : Buffer.concat([partial, chunk]);
    let start = 0;
    for (;;) {
      const end = all.indexOf(newline, start);
      if (end === -1) break;
      add('stderr', all.subarray(start, end));
      start = end + 1;
    }
    partial = Buffer.from(all.subarray(start, start + heldOfLine));
  }

  return {
    error,
    noise(line) {
      add('stdout', line);
    },
    strike(secrets) {
      const struck = (text: string): string => sanitizeText(text, { secrets, maxBytes: heldOfLine });
      lines = lines.map((line) => ({ ...line, text: struck(line.text) }));
      if (partial.length === 0) return;
      // It may end in the middle of one.
      partial = Buffer.alloc(0);
      isSkipping = true;
      omitted += 1;
    },
    get lines() {
      return partial.length === 0
        ? lines
        : [...lines, { at: now(), stream: 'stderr' as const, text: partial.toString('utf8') }].slice(
            -mostLines,
          );
    },
    get omitted() {
      return omitted;
    },
  };
}
