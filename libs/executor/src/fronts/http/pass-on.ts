import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { openExchange } from '@mcp-witness/mcp-frames';
import { createAskedFirst } from './asked-first.ts';
import { pairsOf, requestHeaders } from './headers.ts';
import { networkFailure } from './network-failure.ts';
import { passAnswer, type Passage } from './pass-answer.ts';
import { type BodyCopy, createBodyCopy } from './read-copy.ts';
import { type Route, upstreamPath } from './route.ts';
import { parseBody } from './parse-body.ts';
import type { HttpTarget } from './target.ts';
import type { Upstream } from './upstream.ts';

/** The server's metadata for signing in is passed on, and says nothing of the protocol. */
const nothing = (): void => undefined;
const unobserved = {
  asked: nothing,
  askedUnread: nothing,
  askedPartly: nothing,
  answered: () => null,
  abandoned: nothing,
  redirected: nothing,
};

function exchangeOf(req: IncomingMessage, route: Route, target: HttpTarget): Passage['exchange'] {
  if (route.kind === 'metadata') return unobserved;
  const session = req.headers['mcp-session-id'];
  return openExchange(target.observer, {
    method: req.method ?? '',
    asked_session: typeof session === 'string' ? session : null,
    connection_key: route.stream,
    parse: parseBody,
  });
}

function tellFailure({ sight }: HttpTarget, error: Error): void {
  const failure = networkFailure(error);
  if (failure === 'not_mcp') sight.refused('not_mcp');
  else sight.failed(failure.reason_code, failure.summary, false);
}

const openings: ReadonlySet<unknown> = new Set(['initialize', 'server/discover']);

/** By its answer a client learns whether there is a server. */
const asksFirst = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && openings.has(message.method);

/** Answers with the message, where all of it came. */
function tellAsked(req: IncomingMessage, exchange: Passage['exchange'], copy: BodyCopy): unknown {
  if (!req.complete) {
    exchange.askedPartly(copy.beginning());
    return undefined;
  }
  const message = copy.message();
  if (message !== undefined) exchange.asked(message);
  else if (copy.unread > 0) exchange.askedUnread(copy.unread);
  return message;
}

const headOf = (req: IncomingMessage, route: Route, target: HttpTarget) => ({
  method: req.method ?? 'GET',
  path: upstreamPath(route, target),
  headers: requestHeaders(req, target),
});

/** Passes the request's body on at the pace of the server, but to one that has answered and gone: no client waits for that. */
function passBody(req: IncomingMessage, outgoing: ClientRequest, copy: BodyCopy): void {
  let takes = true;
  req.on('data', (chunk: Buffer) => {
    if (takes && !outgoing.write(chunk)) req.pause();
    copy.take(chunk);
  });
  outgoing.on('drain', () => void req.resume());
  outgoing.once('close', () => {
    takes = false;
    req.resume();
  });
}

/**
 * Passes one request to its server and the answer back. Where the server cannot be reached the client's connection is
 * broken off, as it would find it without us.
 */
export function passOn(
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
  route: Route,
  target: HttpTarget,
  upstream: Upstream,
): void {
  const exchange = exchangeOf(req, route, target);
  const copy = createBodyCopy();
  const asked = createAskedFirst(target.later, exchange);
  let answered = false;
  let left = false;
  let isOpening = route.kind === 'server' && req.method === 'GET' && target.type === 'sse';
  const since = Date.now();
  const outgoing = upstream.request(req.socket, target.url, headOf(req, route, target));
  const breakOff = (): void => {
    outgoing.destroy();
    res.destroy();
  };
  const takeOff = target.open.add(breakOff);
  const asksNoMore = (): void => {
    // A connection outlives its exchanges, and must not hold what they held.
    req.socket.off('close', asksNoMore);
    asked.open(() => {
      isOpening ||= asksFirst(tellAsked(req, exchange, copy));
    });
  };

  passBody(req, outgoing, copy);
  req.on('end', () => {
    outgoing.addTrailers(pairsOf(req.rawTrailers).map(([name, value]): [string, string] => [name, value]));
    outgoing.end();
    asksNoMore();
  });
  req.on('error', () => undefined);
  res.on('error', () => undefined);

  outgoing.on('response', (answer) => {
    answered = true;
    try {
      passAnswer({ req, res, route, target, exchange, asked }, answer);
    } catch {
      exchange.abandoned();
      breakOff();
    }
  });
  outgoing.on('error', (error) => {
    if (answered) return;
    answered = true;
    const isFailure = !left && route.kind !== 'metadata';
    asked.do(() => {
      if (isFailure) tellFailure(target, error);
      exchange.abandoned();
    });
    res.destroy();
  });
  res.once('close', () => {
    takeOff();
    if (req.socket.destroyed) asksNoMore();
    else if (!req.complete) req.socket.once('close', asksNoMore);
    if (res.writableFinished) return;
    left = true;
    const isUnanswered = !answered;
    target.later.do(() => {
      if (isOpening && isUnanswered) target.sight.unanswered(since);
    });
    outgoing.destroy();
  });
}
