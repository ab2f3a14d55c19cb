import type { IncomingMessage, ServerResponse } from 'node:http';
import { toWebRequest } from '@modelcontextprotocol/node';

/** Bodies over this are refused with 413; what agents send to the endpoint's tools is far below. */
const LARGEST_BODY = 1024 * 1024;

/** A JSON-RPC error outside any request, in words of ours: nothing of the request is repeated. */
export function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  const body = { jsonrpc: '2.0', error: { code: -32000, message }, id: null };
  return Response.json(body, { status, headers });
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.name === 'RequestBodyTooLargeError';

/** Who answers a request. */
export interface Answerer {
  readonly serve: (request: Request) => Promise<Response>;
  /** A request is refused for its length. */
  readonly tooLarge: () => void;
}

async function answerOf(req: IncomingMessage, signal: AbortSignal, by: Answerer): Promise<Response> {
  try {
    return await by.serve(await toWebRequest(req, undefined, { signal, maxRequestBodySize: LARGEST_BODY }));
  } catch (error) {
    if (!isTooLarge(error)) return refuse(500, 'The endpoint could not answer this request.');
    by.tooLarge();
    return refuse(413, 'The request body is over 1 MiB.', { connection: 'close' });
  }
}

async function writeBody(
  body: ReadableStream<Uint8Array>,
  res: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const leave = (): void => {
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', leave, { once: true });
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (!res.write(next.value) && !signal.aborted) await drained(res);
  }
}

const drained = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      res.off('drain', go);
      res.off('close', go);
      resolve();
    };
    res.on('drain', go);
    res.on('close', go);
  });

/**
 * Answers a Node request by a web-standard handler, which is not asked about one that is too long. Headers go out at once, before a stream has its first event; a
 * client that leaves ends the stream at once.
 */
export async function answerNode(req: IncomingMessage, res: ServerResponse, by: Answerer): Promise<void> {
  const gone = new AbortController();
  res.on('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  const response = await answerOf(req, gone.signal, by);
  try {
    res.writeHead(response.status, Object.fromEntries(response.headers));
    res.flushHeaders();
    if (response.body !== null) await writeBody(response.body, res, gone.signal);
  } catch {
    res.destroy();
  }
  res.end();
}
