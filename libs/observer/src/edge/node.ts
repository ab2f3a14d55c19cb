import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hub } from '../hub/hub.ts';
import { headOf } from '../sight/request-head.ts';
import { openEdge } from './edge-exchange.ts';
import { watchIncoming } from './node-request.ts';
import { watchAnswer } from './node-response.ts';

type Run = <T>(handle: () => T) => T;

/** Begins to watch an exchange of Node's; what handles it is to run in what comes back. Never throws. */
export function watchNode(hub: Hub | null, req: IncomingMessage, res: ServerResponse): Run {
  if (hub === null) return (handle) => handle();
  try {
    const head = headOf(req.headers);
    if (head === null) return (handle) => handle();
    const body = watchIncoming(req);
    const edge = openEdge(hub, {
      method: req.method ?? 'GET',
      head,
      extra: { requestInfo: { headers: req.headers } },
      onClaimed: body.letGo,
    });
    watchAnswer(res, (answer) => edge.answered(answer, body.read));
    return (handle) => edge.run(handle);
  } catch {
    hub.log('an HTTP request could not be observed');
    return (handle) => handle();
  }
}

type Listener<More extends unknown[], Result> = (
  req: IncomingMessage,
  res: ServerResponse,
  ...more: More
) => Result;

/** The same listener, its exchanges seen. */
export const observeListener =
  (hub: Hub | null) =>
  <More extends unknown[], Result>(listener: Listener<More, Result>): Listener<More, Result> =>
  (req, res, ...more) =>
    watchNode(hub, req, res)(() => listener(req, res, ...more));

/** Middleware of Express, Connect and the like; put it before what may turn requests away. */
export const observeMiddleware =
  (hub: Hub | null) =>
  (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void => {
    watchNode(
      hub,
      req,
      res,
    )(() => {
      next();
    });
  };
