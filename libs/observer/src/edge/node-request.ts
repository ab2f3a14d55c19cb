import type { IncomingMessage } from 'node:http';
import { LONGEST_BODY, parsedBody } from './request-body.ts';

export interface WatchedBody {
  /** The body as JSON; undefined when it was not read to its end, too long, or none. */
  read(): unknown;
}

const bytesOf = (chunk: unknown): Buffer | null => {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : null;
};

/** Sees what who handles the request reads of it, however it is read; reads nothing itself. */
export function watchIncoming(req: IncomingMessage & { body?: unknown }): WatchedBody {
  let chunks: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  const see = (event: unknown, chunk: unknown): void => {
    if (event === 'end') isWhole = true;
    const bytes = event === 'data' ? bytesOf(chunk) : null;
    if (bytes === null) return;
    length += bytes.length;
    if (length <= LONGEST_BODY) chunks.push(bytes);
    else chunks = [];
  };
  const emit: unknown = Reflect.get(req, 'emit');
  req.emit = ((...given: unknown[]): unknown => {
    see(given[0], given[1]);
    return Reflect.apply(emit as () => unknown, req, given);
  }) as never;
  return {
    read() {
      if (isWhole && length > 0 && length <= LONGEST_BODY) return parsedBody(chunks);
      // Read before by somebody else, as by a parser of the framework.
      return typeof req.body === 'object' && req.body !== null ? req.body : undefined;
    },
  };
}
