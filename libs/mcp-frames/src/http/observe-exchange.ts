import type { Frame, FrameObserver, HttpFacts } from '../frame.ts';
import { asAnswer, messagesOf } from '../json-rpc.ts';
import { parseJson } from '../parse-json.ts';
import { createSseReader } from './sse-reader.ts';
import { type BodyWatcher, watchBody } from './watch-body.ts';

const SESSION = 'mcp-session-id';
const LONGEST_JSON = 16 * 1024 * 1024;

export interface Exchange {
  readonly observer: FrameObserver;
  readonly request: Request;
  /** The request's body as parsed JSON; undefined where it had none, or none that parses. */
  readonly message: unknown;
}

type Sight = Pick<Frame, 'connection_key' | 'exchange_key' | 'http'> & {
  readonly exchange_key: string;
  readonly http: HttpFacts;
};

let exchanges = 0;

function factsOf(request: Request, response: Response): HttpFacts {
  return {
    status: response.status,
    media_type: response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null,
    offers_sign_in: response.headers.has('www-authenticate'),
    had_session: request.headers.has(SESSION),
  };
}

function readJsonBody(observer: FrameObserver, sight: Sight): BodyWatcher {
  const decoder = new TextDecoder();
  let text = '';
  return {
    onChunk(chunk) {
      if (text.length <= LONGEST_JSON) text += decoder.decode(chunk, { stream: true });
    },
    onEnd(aborted) {
      const isRead = text.length <= LONGEST_JSON;
      const message = isRead ? parseJson(text + decoder.decode()) : undefined;
      if (messagesOf(message).some((one) => asAnswer(one) !== null)) {
        observer.onFrame({ direction: 'to_client', message, ...sight });
      } else if (isRead && !aborted) {
        observer.onRejection(sight);
      }
      observer.onExchangeEnd(sight.exchange_key, aborted);
    },
  };
}

function readEvents(observer: FrameObserver, sight: Sight): BodyWatcher {
  const reader = createSseReader((data) => {
    observer.onFrame({ direction: 'to_client', message: parseJson(data), ...sight });
  });
  return {
    onChunk: (chunk) => {
      reader.feed(chunk);
    },
    onEnd: (aborted) => {
      observer.onExchangeEnd(sight.exchange_key, aborted);
    },
  };
}

function bodyReader(observer: FrameObserver, sight: Sight): BodyWatcher | null {
  if (sight.http.media_type === 'text/event-stream') return readEvents(observer, sight);
  return sight.http.media_type === 'application/json' ? readJsonBody(observer, sight) : null;
}

function observeResponse(exchange: Exchange, exchange_key: string, response: Response): Response {
  const { observer, request } = exchange;
  const http = factsOf(request, response);
  const asked = request.headers.get(SESSION);
  const sight: Sight = { exchange_key, http, connection_key: response.headers.get(SESSION) ?? asked };
  if (request.method === 'DELETE' && response.ok && asked !== null) observer.onClose(asked, 'client_deleted');
  const watcher = response.body === null ? null : bodyReader(observer, sight);
  if (response.body !== null && watcher !== null) {
    const { status, statusText, headers } = response;
    return new Response(watchBody(response.body, watcher), { status, statusText, headers });
  }
  if (response.status !== 202 && response.status !== 204) observer.onRejection(sight);
  observer.onExchangeEnd(exchange_key, false);
  return response;
}

/**
 * Lets an HTTP request be answered and observes both. The answer goes on unchanged and unwaited for: its body is read
 * as it passes. The session id serves as key of the connection and is told to nobody.
 */
export async function observeExchange(
  exchange: Exchange,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { observer, request, message } = exchange;
  exchanges += 1;
  const exchange_key = `exchange-${exchanges}`;
  const connection_key = request.headers.get(SESSION);
  if (message !== undefined)
    observer.onFrame({ direction: 'to_server', message, connection_key, exchange_key });
  try {
    return observeResponse(exchange, exchange_key, await answer());
  } catch (error) {
    observer.onExchangeEnd(exchange_key, true);
    throw error;
  }
}
