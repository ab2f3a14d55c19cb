import type { ServerResponse } from 'node:http';
import type { AnswerHead, BodyWatcher } from '@mcp-witness/mcp-frames';

type Headers = Readonly<Record<string, unknown>>;

/** `writeHead(status, [message], headers)`: an object, or names and values in turn. */
function givenHeaders(given: readonly unknown[]): Headers {
  const last = given.at(-1);
  if (typeof last !== 'object' || last === null) return {};
  const entries = Array.isArray(last)
    ? Array.from({ length: last.length >> 1 }, (_, at): [unknown, unknown] => [
        last[2 * at],
        last[2 * at + 1],
      ])
    : Object.entries(last);
  return Object.fromEntries(entries.map(([name, value]) => [String(name).toLowerCase(), value]));
}

const textOf = (value: unknown): string | null => {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' ? one : null;
};

function headOf(
  res: ServerResponse,
  given: readonly unknown[],
): AnswerHead & { readonly isEncoded: boolean } {
  const headers = { ...res.getHeaders(), ...givenHeaders(given) };
  const encoding = textOf(headers['content-encoding']);
  return {
    status: res.statusCode,
    content_type: textOf(headers['content-type']),
    offers_sign_in: headers['www-authenticate'] !== undefined,
    session: textOf(headers['mcp-session-id']),
    has_body: res.statusCode !== 204 && res.statusCode !== 304,
    isEncoded: encoding !== null && encoding !== 'identity',
  };
}

function bytesOf(chunk: unknown, encoding: unknown): Uint8Array | null {
  if (chunk instanceof Uint8Array) return chunk;
  return typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : null;
}

/** Tells the head of an answer when it goes out, and lets what comes back see the body after it was written. */
export function watchAnswer(res: ServerResponse, onHead: (head: AnswerHead) => BodyWatcher | null): void {
  let watcher: BodyWatcher | null = null;
  let isEncoded = false;
  const safely = (step: () => void): void => {
    try {
      step();
    } catch {
      watcher = null;
    }
  };
  const see = (chunk: unknown, encoding: unknown): void => {
    safely(() => {
      const bytes = watcher === null || isEncoded ? null : bytesOf(chunk, encoding);
      if (bytes !== null) watcher?.onChunk(bytes);
    });
  };
  const own = (name: 'writeHead' | 'write' | 'end'): (() => unknown) =>
    Reflect.get(res, name) as () => unknown;
  const [writeHead, write, end] = [own('writeHead'), own('write'), own('end')];
  res.writeHead = ((...given: unknown[]): unknown => {
    const written: unknown = Reflect.apply(writeHead, res, given as []);
    safely(() => {
      const head = headOf(res, given);
      isEncoded = head.isEncoded;
      watcher = onHead(head);
    });
    return written;
  }) as never;
  res.write = ((...given: unknown[]): unknown => {
    const written: unknown = Reflect.apply(write, res, given as []);
    see(given[0], given[1]);
    return written;
  }) as never;
  res.end = ((...given: unknown[]): unknown => {
    const ended: unknown = Reflect.apply(end, res, given as []);
    see(given[0], given[1]);
    return ended;
  }) as never;
  res.once('close', () => {
    safely(() => {
      if (isEncoded) watcher?.onEnd('unread');
      else watcher?.onEnd(res.writableFinished ? 'whole' : 'left');
    });
  });
}
