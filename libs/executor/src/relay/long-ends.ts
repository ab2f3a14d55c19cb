const endBytes = 4096;
const newline = 0x0a;

/** The two ends of a line that is too long to be read, of which nothing else is held. */
export interface LineEnds {
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** Takes the parts of such a line; answers with its ends once its newline has come, and with null before. */
export function createLongEnds(): (part: Buffer) => LineEnds | null {
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  return (part) => {
    if (head.length < endBytes) head = Buffer.concat([head, part.subarray(0, endBytes - head.length)]);
    tail = Buffer.concat([tail, part.subarray(-endBytes)]).subarray(-endBytes);
    if (tail.at(-1) !== newline) return null;
    const ends = { head, tail };
    head = Buffer.alloc(0);
    tail = Buffer.alloc(0);
    return ends;
  };
}

const idAtEnd = /,\s*"id"\s*:\s*(-?\d{1,16}|"[^"\\]{0,256}")\s*\}\s*$/;
const scalar = /^(?:-?\d{1,16}|"(?:[^"\\]|\\.){0,256}")$/;

/** JSON of the id that stands before or behind the long part; null where none is found. `first`: the member `id` of the head. */
export function longLineId(first: string, tail: Buffer): string | null {
  return scalar.test(first) ? first : (idAtEnd.exec(tail.toString('utf8'))?.[1] ?? null);
}
