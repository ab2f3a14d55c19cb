import type { Frame, FrameObserver } from '../frame.ts';
import { parseJson } from '../parse-json.ts';

const LONGEST_LINE = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface NdjsonTee {
  /** Bytes of one direction as they pass, cut anywhere. They are read, never kept or changed. */
  feed(direction: Frame['direction'], chunk: Uint8Array): void;
  /** A message that took `bytes` on its way, and comes without parts that nothing is told of. */
  message(direction: Frame['direction'], json: Uint8Array, bytes: number): void;
  /** Lines that were no JSON-RPC frame, such as a banner on stdout: counted, not kept. */
  noise(): number;
}

/** Cuts at newlines; a line that is too long comes as an empty one. What is held of a chunk is a copy. */
function createLines(onLine: (line: Uint8Array) => void): (chunk: Uint8Array) => void {
  let held: Uint8Array[] = [];
  let length = 0;

  const whole = (last: Uint8Array): Uint8Array => {
    if (length === 0) return last;
    return length > LONGEST_LINE ? new Uint8Array() : Buffer.concat([...held, last]);
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      onLine(whole(chunk.subarray(start, end)));
      held = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) return;
    length += chunk.length - start;
    if (length <= LONGEST_LINE) held.push(Uint8Array.prototype.slice.call(chunk, start));
    else held = [];
  };
}

const textOf = (line: Uint8Array): string =>
  Buffer.from(line.buffer, line.byteOffset, line.length)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();

/** Observes newline-delimited JSON-RPC, the stdio transport, of one connection. */
export function createNdjsonTee(observer: FrameObserver, connection_key: string): NdjsonTee {
  let noise = 0;
  const read = (direction: Frame['direction'], text: string, bytes: number): void => {
    const message = parseJson(text);
    const isFrame =
      typeof message === 'object' && message !== null && (Array.isArray(message) || 'jsonrpc' in message);
    if (isFrame) observer.onFrame({ direction, message, bytes, connection_key });
    else noise += 1;
  };
  const reader = (direction: Frame['direction']): ((chunk: Uint8Array) => void) =>
    createLines((line) => {
      const text = textOf(line);
      if (text !== '') read(direction, text, Buffer.byteLength(text));
    });
  const readers = { to_server: reader('to_server'), to_client: reader('to_client') };
  return {
    feed(direction, chunk) {
      readers[direction](chunk);
    },
    message(direction, json, bytes) {
      read(direction, textOf(json), bytes);
    },
    noise: () => noise,
  };
}
