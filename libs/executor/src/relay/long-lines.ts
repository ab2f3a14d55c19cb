import { leadingMembers, skipSpace } from '../json/scan.ts';
import { refusalLine } from './refusal.ts';

/** What becomes of lines of the host that are longer than the relay reads. */
export interface LongLines {
  /** Bytes up to which a line is read whole. */
  readonly readable: number;
  /** Takes the parts of a longer line, the last one with its newline; false: they do not go on. */
  piece(bytes: Buffer): boolean;
}

const mebibyte = 1024 * 1024;
const newline = 0x0a;
const tailBytes = 4096;

const told =
  'a line of the host is longer than 16 MiB and went to the agent unread; if it opened a session, that one is not recorded';

/** They go on unread. */
export function passLongLines(onTrouble: (line: string) => void): LongLines {
  let silent = false;
  return {
    readable: 16 * mebibyte,
    piece() {
      if (!silent) onTrouble(told);
      silent = true;
      return true;
    },
  };
}

const refusal =
  'This line is longer than 64 MiB, so the relay cannot tell whether it names MCP servers that its profile denies, and did not pass it on. Send a shorter one.';

const idAtEnd = /,\s*"id"\s*:\s*(-?\d{1,16}|"[^"\\]{0,256}")\s*\}\s*$/;
const scalar = /^(?:-?\d{1,16}|"(?:[^"\\]|\\.){0,256}")$/;

/** JSON of the id that stands before or behind the long part; `null` where none is found. */
function idOf(head: Buffer, tail: Buffer): string {
  const members = leadingMembers(head, skipSpace(head, 0));
  const span = members.findLast(({ key }) => key === 'id')?.value;
  const first = span === undefined ? '' : head.toString('utf8', span.start, span.end);
  if (scalar.test(first)) return first;
  return idAtEnd.exec(tail.toString('utf8'))?.[1] ?? 'null';
}

/**
 * They are answered with an error and go nowhere: a server that a rule denies could stand in them. `answer` takes whole
 * lines for the host.
 */
export function refuseLongLines(answer: (line: Buffer) => void): LongLines {
  let head: Buffer | null = null;
  let tail = Buffer.alloc(0);
  return {
    readable: 64 * mebibyte,
    piece(bytes) {
      head ??= Buffer.from(bytes.subarray(0, tailBytes));
      tail = Buffer.concat([tail, bytes.subarray(-tailBytes)]).subarray(-tailBytes);
      if (tail.at(-1) !== newline) return false;
      answer(refusalLine(idOf(head, tail), { code: -32600, message: refusal }));
      head = null;
      tail = Buffer.alloc(0);
      return false;
    },
  };
}
