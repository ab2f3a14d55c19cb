import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Transform } from 'node:stream';
import type { BodyEnd, BodyWatcher } from '@mcp-witness/mcp-frames';
import { parseBody } from './parse-body.ts';

const LONGEST_REQUEST = 16 * 1024 * 1024;
const MOST_WAITING = 16 * 1024 * 1024;

/** A copy of a request's body, up to a length above which it is passed on unread. */
export interface BodyCopy {
  take(chunk: Buffer): void;
  /** Parsed JSON; undefined for a body that is none, or too long. */
  message(): unknown;
  /** The first bytes, as text. */
  beginning(): string;
  /** How long a body was that was too long to read; 0 for any other. */
  readonly unread: number;
}

export function createBodyCopy(): BodyCopy {
  let chunks: Buffer[] = [];
  let length = 0;
  return {
    get unread() {
      return length > LONGEST_REQUEST ? length : 0;
    },
    take(chunk) {
      length += chunk.length;
      if (length <= LONGEST_REQUEST) chunks.push(chunk);
      else chunks = [];
    },
    beginning: () => (chunks[0] ?? Buffer.alloc(0)).toString('utf8', 0, 512),
    message() {
      if (length === 0 || length > LONGEST_REQUEST) return undefined;
      try {
        const [first] = chunks;
        return parseBody(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length));
      } catch {
        return undefined;
      } finally {
        chunks = [];
      }
    },
  };
}

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** What watches a body that comes encoded: the client gets it as it is, the watcher gets it decoded. */
export function decoded(watcher: BodyWatcher, content_encoding: string | undefined): BodyWatcher {
  const encoding = (content_encoding ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return watcher;
  const decoder = decoders.get(encoding)?.();
  if (decoder === undefined)
    return {
      onChunk: () => undefined,
      onEnd: (how) => {
        watcher.onEnd(how === 'whole' ? 'unread' : how);
      },
    };
  let ended: BodyEnd = 'whole';
  let over = false;
  const end = (how: BodyEnd): void => {
    if (over) return;
    over = true;
    watcher.onEnd(how);
  };
  decoder.on('data', (chunk: Buffer) => {
    watcher.onChunk(chunk);
  });
  decoder.on('end', () => {
    end(ended);
  });
  decoder.on('error', () => {
    end(ended === 'left' ? 'left' : 'broken');
  });
  return {
    onChunk(chunk) {
      if (over) return;
      if (decoder.writableLength > MOST_WAITING) {
        end('unread');
        decoder.destroy();
      } else decoder.write(chunk);
    },
    onEnd(how) {
      ended = how;
      if (!over) decoder.end();
    },
  };
}
