import type { IncomingMessage } from 'node:http';
import { LONGEST_BODY, parsedBody } from './request-body.ts';

export interface WatchedBody {
  /** The body as JSON; undefined when it was not read to its end, too long, or none. */
  readonly read: () => unknown;
  /** Keeps nothing of it, and nothing of what is still to come. */
  readonly letGo: () => void;
}

const bytesOf = (chunk: unknown): Uint8Array | null => {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return chunk instanceof Uint8Array ? chunk : null;
};

/** Sees what who handles the request reads of it, however it is read, where it is JSON; reads nothing itself. */
export function watchIncoming(req: IncomingMessage & { body?: unknown }): WatchedBody {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  let isKept = req.headers['content-type']?.includes('json') === true;
  const letGo = (): void => {
    isKept = false;
    chunks = [];
  };
  const see = (event: unknown, chunk: unknown): void => {
    if (event === 'end') isWhole = true;
    const bytes = event === 'data' && isKept ? bytesOf(chunk) : null;
    if (bytes === null) return;
    length += bytes.length;
    if (length <= LONGEST_BODY) chunks.push(bytes);
    else letGo();
  };
  const emit: unknown = Reflect.get(req, 'emit');
  req.emit = ((...given: unknown[]): unknown => {
    see(given[0], given[1]);
    return Reflect.apply(emit as () => unknown, req, given);
  }) as never;
  return {
    read() {
      if (isWhole && isKept && length > 0) return parsedBody(chunks);
      // Read before by somebody else, as by a parser of the framework.
      return typeof req.body === 'object' && req.body !== null ? req.body : undefined;
    },
    letGo,
  };
}
