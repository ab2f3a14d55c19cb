import type { Frame, FrameObserver } from '../frame.ts';
import { parseJson } from '../parse-json.ts';

const LONGEST_LINE = 16 * 1024 * 1024;

export interface NdjsonTee {
  /** Bytes of one direction as they pass, cut anywhere. They are read, never kept or changed. */
  feed(direction: Frame['direction'], chunk: Uint8Array): void;
  /** Lines that were no JSON-RPC frame, such as a banner on stdout: counted, not kept. */
  noise(): number;
}

function createLines(onLine: (line: string) => void): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder();
  let partial: string[] = [];
  let length = 0;
  return (chunk) => {
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      onLine(length > LONGEST_LINE ? '' : partial.join('') + line);
      partial = [];
      length = 0;
    }
    length += last.length;
    if (length <= LONGEST_LINE) partial.push(last);
    else partial = [];
  };
}

/** Observes newline-delimited JSON-RPC, the stdio transport, of one connection. */
export function createNdjsonTee(observer: FrameObserver, connection_key: string): NdjsonTee {
  let noise = 0;
  const reader = (direction: Frame['direction']): ((chunk: Uint8Array) => void) =>
    createLines((line) => {
      const text = line.replace(/^\uFEFF/, '').trim();
      if (text === '') return;
      const message = parseJson(text);
      const isFrame =
        typeof message === 'object' && message !== null && (Array.isArray(message) || 'jsonrpc' in message);
      if (isFrame) observer.onFrame({ direction, message, connection_key });
      else noise += 1;
    });
  const readers = { to_server: reader('to_server'), to_client: reader('to_client') };
  return {
    feed(direction, chunk) {
      readers[direction](chunk);
    },
    noise: () => noise,
  };
}
