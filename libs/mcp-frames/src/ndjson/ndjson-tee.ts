import type { Frame, FrameObserver } from '../frame.ts';
import { parseJson } from '../parse-json.ts';
import { PEEKED, peek } from '../peek.ts';

const LONGEST_LINE = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface NdjsonTee {
  /** Bytes of one direction as they pass, cut anywhere. They are read, never kept or changed. */
  feed(direction: Frame['direction'], chunk: Uint8Array): void;
  /** Nothing more comes: what is left without a newline is a line. */
  end(): void;
  /** A message that took `bytes` on its way, and comes without parts that nothing is told of. */
  message(direction: Frame['direction'], json: Uint8Array, bytes: number): void;
  /** Lines that were no JSON-RPC frame, such as a banner on stdout: counted, not kept. */
  noise(): number;
}

interface Lines {
  readonly onLine: (line: Uint8Array) => void;
  /** Of a line that is too long its two ends. */
  readonly onLong: (head: string, tail: string, length: number) => void;
}

const copyOf = (bytes: Uint8Array): Uint8Array => Uint8Array.prototype.slice.call(bytes);

interface LineCutter {
  feed(chunk: Uint8Array): void;
  end(): void;
}

/** Cuts at newlines. What is held of a chunk is a copy. */
function createLines({ onLine, onLong }: Lines): LineCutter {
  let held: Uint8Array[] = [];
  let length = 0;
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);

  const take = (part: Uint8Array): void => {
    const before = length;
    length += part.length;
    if (length <= LONGEST_LINE) {
      held.push(copyOf(part));
      return;
    }
    if (before <= LONGEST_LINE) {
      const first = Buffer.concat(held);
      head = Buffer.concat([first.subarray(0, PEEKED), part.subarray(0, PEEKED)]).subarray(0, PEEKED);
      tail = first.subarray(-PEEKED);
      held = [];
    }
    tail = Buffer.concat([tail, part.subarray(-PEEKED)]).subarray(-PEEKED);
  };
  const end = (last: Uint8Array): void => {
    if (length === 0) {
      onLine(last);
      return;
    }
    take(last);
    if (length > LONGEST_LINE) onLong(head.toString('utf8'), tail.toString('utf8'), length);
    else onLine(Buffer.concat(held));
    held = [];
    length = 0;
  };
  return {
    feed(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
        end(chunk.subarray(start, at));
        start = at + 1;
      }
      if (start < chunk.length) take(chunk.subarray(start));
    },
    end() {
      if (length > 0) end(new Uint8Array());
    },
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
  const onLong = (direction: Frame['direction'], head: string, tail: string, bytes: number): void => {
    const { method, id } = peek(head, tail);
    if (method === null || direction === 'to_server')
      observer.onUnread({ direction, connection_key, bytes, id });
  };
  const reader = (direction: Frame['direction']): LineCutter =>
    createLines({
      onLine: (line) => {
        const text = textOf(line);
        if (text !== '') read(direction, text, Buffer.byteLength(text));
      },
      onLong: (head, tail, bytes) => {
        onLong(direction, head, tail, bytes);
      },
    });
  const readers = { to_server: reader('to_server'), to_client: reader('to_client') };
  return {
    feed(direction, chunk) {
      readers[direction].feed(chunk);
    },
    end() {
      readers.to_server.end();
      readers.to_client.end();
    },
    message(direction, json, bytes) {
      read(direction, textOf(json), bytes);
    },
    noise: () => noise,
  };
}
