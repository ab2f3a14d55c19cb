import { leadingMembers, skipSpace } from '../json/scan.ts';
import { createLongEnds, type LineEnds, longLineId } from './long-ends.ts';
import { refusalLine } from './refusal.ts';

/** What becomes of lines of the host that are longer than the relay reads. */
export interface LongLines {
  /** Bytes up to which a line is read whole. */
  readonly readable: number;
  /** Takes the parts of a longer line, the last one with its newline; false: they do not go on. */
  piece(bytes: Buffer): boolean;
}

const mebibyte = 1024 * 1024;

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

/** JSON of the id; `null` where none is found. */
function idOf({ head, tail }: LineEnds): string {
  const { members } = leadingMembers(head, skipSpace(head, 0));
  const span = members.findLast(({ key }) => key === 'id')?.value;
  const first = span === undefined ? '' : head.toString('utf8', span.start, span.end);
  return longLineId(first, tail) ?? 'null';
}

/**
 * They are answered with an error and go nowhere: a server that a rule denies could stand in them. `answer` takes whole
 * lines for the host.
 */
export function refuseLongLines(answer: (line: Buffer) => void): LongLines {
  const endsOf = createLongEnds();
  return {
    readable: 64 * mebibyte,
    piece(bytes) {
      const ends = endsOf(bytes);
      if (ends !== null) answer(refusalLine(idOf(ends), { code: -32600, message: refusal }));
      return false;
    },
  };
}
