import type { Hub } from '../hub/hub.ts';
import { type Asked, observeAnswer } from './fetch-answer.ts';
import { headOf } from '../sight/request-head.ts';
import { type EdgeExchange, openEdge } from './edge-exchange.ts';
import { readBody } from './request-body.ts';

type Handler<More extends unknown[]> = (request: Request, ...more: More) => Response | Promise<Response>;

function readBeside(request: Request): Asked {
  const hasJson = request.headers.get('content-type')?.includes('json') === true;
  const isReadable = hasJson && !request.bodyUsed && request.body?.locked === false;
  const body = isReadable ? request.clone().body : null;
  if (body === null) return { message: undefined, isRead: true, whole: Promise.resolve(undefined) };
  const read = (message: unknown): unknown => {
    asked.isRead = true;
    return (asked.message = message);
  };
  const asked: Asked = {
    message: undefined,
    isRead: false,
    whole: readBody(body).then(read),
  };
  return asked;
}

function opened(hub: Hub, request: Request): { readonly edge: EdgeExchange; readonly asked: Asked } | null {
  try {
    const head = headOf(request.headers);
    if (head === null) return null;
    const edge = openEdge(hub, { method: request.method, head, extra: { request } });
    return { edge, asked: readBeside(request) };
  } catch {
    hub.log('an HTTP request could not be observed');
    return null;
  }
}

/** The same handler, its exchanges seen. */
export const observeFetch =
  (hub: Hub | null) =>
  <More extends unknown[]>(handler: Handler<More>): Handler<More> =>
  (request, ...more) => {
    const open = hub === null ? null : opened(hub, request);
    if (open === null) return handler(request, ...more);
    const { edge, asked } = open;
    const answered = edge.run(() => handler(request, ...more));
    return answered instanceof Promise
      ? answered.then((response) => observeAnswer(edge, asked, response))
      : observeAnswer(edge, asked, answered);
  };
