/**
 * What the front's program sends, after its token and a line feed: records of a kind (one byte), a length (four bytes,
 * big endian) and as many bytes. Kinds: `i` to the server, `o` from it, `e` end of input, `g` bytes were left out (as
 * decimal text), `f` not started, `x` exited (JSON both).
 */
export interface RecordReader {
  feed(chunk: Buffer): void;
}

const HEAD = 5;
/** The program sends what it reads at once, which is far less. */
const LONGEST = 4 * 1024 * 1024;

/** After a record that is too long nothing more is read. */
export function createRecordReader(onRecord: (kind: string, payload: Buffer) => void): RecordReader {
  let held: Buffer = Buffer.alloc(0);
  let broken = false;
  return {
    feed(chunk) {
      if (broken) return;
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      let at = 0;
      while (held.length - at >= HEAD) {
        const length = held.readUInt32BE(at + 1);
        if (length > LONGEST) {
          broken = true;
          held = Buffer.alloc(0);
          return;
        }
        if (held.length - at - HEAD < length) break;
        onRecord(String.fromCharCode(held.readUInt8(at)), held.subarray(at + HEAD, at + HEAD + length));
        at += HEAD + length;
      }
      held = held.subarray(at);
    },
  };
}
