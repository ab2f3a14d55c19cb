import type { AnswerHead } from '@mcp-witness/mcp-frames';
import { watchBody } from '@mcp-witness/mcp-frames';
import type { EdgeExchange } from './edge-exchange.ts';

/** The request's body as JSON, read beside its handler. */
export interface Asked {
  message: unknown;
  isRead: boolean;
  readonly whole: Promise<unknown>;
}

const headOf = ({ status, headers, body }: Response): AnswerHead => ({
  status,
  content_type: headers.get('content-type'),
  offers_sign_in: headers.has('www-authenticate'),
  session: headers.get('mcp-session-id'),
  has_body: body !== null,
});

/** An answer that came before its question was read is one that turned it away. */
function tellLater(edge: EdgeExchange, whole: Promise<unknown>, head: AnswerHead): void {
  whole
    .then((message) => {
      if (head.status >= 400) edge.answered({ ...head, has_body: false }, () => message);
    })
    .catch(() => undefined);
}

/** The same answer; its body is seen as it passes, where nobody else tells of it. */
export function observeAnswer(edge: EdgeExchange, asked: Asked, response: Response): Response {
  try {
    const head = headOf(response);
    if (!asked.isRead) tellLater(edge, asked.whole, head);
    const watcher = asked.isRead ? edge.answered(head, () => asked.message) : null;
    if (watcher === null || response.body === null) return response;
    const { status, statusText, headers, body } = response;
    return new Response(watchBody(body, watcher), { status, statusText, headers });
  } catch {
    return response;
  }
}
