import type { FrameObserver } from '../frame.ts';
import { type OpenExchange, openExchange } from './open-exchange.ts';
import { watchBody } from './watch-body.ts';

const SESSION = 'mcp-session-id';

export interface Exchange {
  readonly observer: FrameObserver;
  readonly request: Request;
  /** The request's body as parsed JSON; undefined where it had none, or none that parses. */
  readonly message: unknown;
}

function observeResponse(exchange: OpenExchange, response: Response): Response {
  const { status, statusText, headers, body } = response;
  const watcher = exchange.answered({
    status,
    content_type: headers.get('content-type'),
    offers_sign_in: headers.has('www-authenticate'),
    session: headers.get(SESSION),
    has_body: body !== null,
  });
  if (body === null || watcher === null) return response;
  return new Response(watchBody(body, watcher), { status, statusText, headers });
}

/**
 * Lets an HTTP request be answered and observes both. The answer goes on unchanged and unwaited for: its body is read
 * as it passes. The session id serves as key of the connection and is told to nobody.
 */
export async function observeExchange(
  { observer, request, message }: Exchange,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { method, headers } = request;
  const exchange = openExchange(observer, { method, asked_session: headers.get(SESSION) });
  if (message !== undefined) exchange.asked(message);
  try {
    return observeResponse(exchange, await answer());
  } catch (error) {
    exchange.abandoned();
    throw error;
  }
}
