import type { Hub } from '../hub/hub.ts';
import { type Asked, observeAnswer } from './fetch-answer.ts';
import { headOf } from '../sight/request-head.ts';
import { openEdge } from './edge-exchange.ts';

type Handler<More extends unknown[]> = (request: Request, ...more: More) => Response | Promise<Response>;

function readBeside(request: Request): Asked {
  const hasJson = request.headers.get('content-type')?.includes('json') === true;
  if (request.body === null || !hasJson || request.bodyUsed)
    return { message: undefined, isRead: true, whole: Promise.resolve(undefined) };
  const read = (message: unknown): unknown => {
    asked.isRead = true;
    return (asked.message = message);
  };
  const asked: Asked = {
    message: undefined,
    isRead: false,
    whole: request
      .clone()
      .json()
      .then(read, () => read(undefined)),
  };
  return asked;
}

/** The same handler, its exchanges seen. */
export const observeFetch =
  (hub: Hub | null) =>
  <More extends unknown[]>(handler: Handler<More>): Handler<More> =>
  (request, ...more) => {
    const head = hub === null ? null : headOf(request.headers);
    if (hub === null || head === null) return handler(request, ...more);
    const edge = openEdge(hub, { method: request.method, head, extra: { request } });
    const asked = readBeside(request);
    const answered = edge.run(() => handler(request, ...more));
    return answered instanceof Promise
      ? answered.then((response) => observeAnswer(edge, asked, response))
      : observeAnswer(edge, asked, answered);
  };
