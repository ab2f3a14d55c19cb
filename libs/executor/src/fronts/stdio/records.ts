/**
 * What the front's program sends, after its token and a line feed: records of a kind (one byte), a length (four bytes,
 * big endian) and as many bytes. Kinds: `h` something that is to be told is held, and goes out shortly, `d` all that was held went out, `t` when what follows was seen (milliseconds since 1970), `i` to the server, `o`
 * from it, `I` and `O` a whole message of the same without what it carries, behind its length (four bytes, big endian), `e` end of input, `g` bytes were left out (decimal text, as `t`), `f` not started, `x` exited (JSON both).
 */
export interface RecordReader {
  feed(chunk: Buffer): void;
}

const HEAD = 5;
/** The program sends what it reads at once, which is far less. */
const LONGEST = 4 * 1024 * 1024;

/** Bytes that passed: whoever reads them finds the frames in them, however they are cut. */
const isStream = (kind: string): boolean => kind === 'i' || kind === 'o';

/**
 * A payload comes whole, but that of `i` and `o`, which comes in as many parts as it arrives in. After a record that is too
 * long nothing more is read.
 */
export function createRecordReader(onRecord: (kind: string, payload: Buffer) => void): RecordReader {
  let rest: Buffer = Buffer.alloc(0);
  /** Of the record that is being read; null between two. */
  let kind: string | null = null;
  let missing = 0;
  let broken = false;

  /** False where it takes more bytes. */
  function readHead(): boolean {
    if (rest.length < HEAD) return false;
    missing = rest.readUInt32BE(1);
    if (missing > LONGEST) {
      broken = true;
      rest = Buffer.alloc(0);
      return false;
    }
    kind = String.fromCharCode(rest.readUInt8(0));
    rest = rest.subarray(HEAD);
    return true;
  }

  function readPayload(of: string): boolean {
    const part = rest.subarray(0, missing);
    const isLast = part.length === missing;
    if (!isLast && (part.length === 0 || !isStream(of))) return false;
    rest = rest.subarray(part.length);
    missing -= part.length;
    if (isLast) kind = null;
    onRecord(of, part);
    return true;
  }

  return {
    feed(chunk) {
      if (broken) return;
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      while (kind === null ? readHead() : readPayload(kind));
    },
  };
}
