import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyEnd, BodyWatcher, OpenExchange } from '@mcp-witness/mcp-frames';
import type { AskedFirst } from './asked-first.ts';
import { createStreamStart, type StreamStart } from './endpoint-event.ts';
import { answerHeaders, pairsOf } from './headers.ts';
import { decoded } from './read-copy.ts';
import { frontPath, type Route, upstreamPath } from './route.ts';
import { refusalOfStream } from './stream-refusal.ts';
import type { HttpTarget } from './target.ts';

/** One request to a server, from its client to its answer. */
export interface Passage {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly route: Route;
  readonly target: HttpTarget;
  readonly exchange: OpenExchange;
  /** Behind what tells of the request. */
  readonly asked: Pick<AskedFirst, 'do'>;
}

const hasBody = (method: string | undefined, { statusCode = 0, headers }: IncomingMessage): boolean =>
  method !== 'HEAD' && statusCode !== 204 && statusCode !== 304 && headers['content-length'] !== '0';

const text = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A redirect within the server's origin leads through the front, as the request did. */
function locationOf({ route, target }: Passage, reference: string): string | undefined {
  if (route.kind === 'metadata') return undefined;
  const mount = route.stream ?? 'o';
  return frontPath(reference, upstreamPath(route, target), target, mount) ?? undefined;
}

/** Tells the exchange of its answer. A redirect is not the answer yet. */
function see(passage: Passage, answer: IncomingMessage, stream?: string): BodyWatcher | null {
  const { exchange, req, route, target } = passage;
  const { statusCode: status = 0, headers } = answer;
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    exchange.redirected();
    return null;
  }
  const content_type = text(headers['content-type']);
  const offers_sign_in = headers['www-authenticate'] !== undefined;
  if (route.kind === 'server' && req.method === 'GET' && target.type === 'sse') {
    const refusal = refusalOfStream({ status, content_type, offers_sign_in });
    if (refusal !== null) target.sight.refused(refusal);
  }
  const head = {
    status,
    content_type,
    offers_sign_in,
    session: text(headers['mcp-session-id']),
    has_body: hasBody(req.method, answer),
  };
  const watcher = exchange.answered(head, stream);
  return watcher === null ? null : decoded(watcher, headers['content-encoding']);
}

/** A stream whose first event may be the address of a legacy connection. */
const mayBeLegacy = ({ req, route }: Passage, { statusCode, headers }: IncomingMessage): boolean =>
  route.kind === 'server' &&
  req.method === 'GET' &&
  statusCode === 200 &&
  headers['content-encoding'] === undefined &&
  headers['content-length'] === undefined &&
  /^text\/event-stream\b/i.test(headers['content-type'] ?? '');

interface Seen {
  readonly start: StreamStart | null;
  readonly watch: (chunk: Buffer) => void;
  readonly end: (how: BodyEnd) => void;
}

function watchAnswer(passage: Passage, answer: IncomingMessage): Seen {
  const { target, route, asked } = passage;
  let watcher: BodyWatcher | null = null;
  let legacy: string | null = null;
  const seeLater = (of?: string): void => {
    asked.do(() => {
      watcher = see(passage, answer, of);
    });
  };
  const end = (how: BodyEnd): void => {
    asked.do(() => {
      watcher?.onEnd(how);
      if (legacy !== null) target.observer.onClose(legacy, 'stream_closed');
    });
  };
  const watch = (chunk: Buffer): void => {
    asked.do(() => watcher?.onChunk(chunk), chunk.length);
  };
  if (!mayBeLegacy(passage, answer)) {
    seeLater();
    return { start: null, watch, end };
  }
  target.streams += 1;
  const stream = `s${target.streams}`;
  const start = createStreamStart({
    rewrite: (address) => frontPath(address, upstreamPath(route, target), target, stream),
    decided: (isLegacy) => {
      if (isLegacy) legacy = stream;
      else if (target.type === 'sse') {
        target.later.do(() => {
          target.sight.refused('wrong_transport');
        });
      }
      seeLater(isLegacy ? stream : undefined);
    },
  });
  return { start, watch, end };
}

/** A reason phrase that HTTP does not allow tells no client anything; it goes without. */
const reasonOf = ({ statusMessage = '' }: IncomingMessage): string =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage) ? statusMessage : '';

/** Throws for an answer that cannot be repeated, as one with a status that is none. */
function passHead(passage: Passage, answer: IncomingMessage): void {
  const { res } = passage;
  res.sendDate = false;
  const headers = answerHeaders(answer, (name, value) =>
    name === 'location' ? locationOf(passage, value) : undefined,
  );
  res.writeHead(answer.statusCode ?? 502, reasonOf(answer), headers);
  setImmediate(() => {
    if (!res.writableEnded && !res.destroyed) res.flushHeaders();
  });
}

/** Passes an answer on as it comes: each chunk at once, and no faster than the client takes them. */
export function passAnswer(passage: Passage, answer: IncomingMessage): void {
  const { res } = passage;
  passHead(passage, answer);
  const { start, watch, end } = watchAnswer(passage, answer);
  let over = false;
  const finish = (how: BodyEnd): void => {
    if (over) return;
    over = true;
    end(how);
  };
  const pass = (chunk: Buffer): void => {
    if (chunk.length > 0 && !res.write(chunk)) answer.pause();
    watch(chunk);
  };
  res.on('drain', () => {
    answer.resume();
  });
  res.once('close', () => {
    finish(res.writableFinished ? 'whole' : 'left');
  });
  answer.on('data', (chunk: Buffer) => {
    const now = start === null ? chunk : start.feed(chunk);
    if (now !== null) pass(now);
  });
  answer.once('end', () => {
    if (start !== null) pass(start.rest());
    res.addTrailers(pairsOf(answer.rawTrailers).map(([name, value]): [string, string] => [name, value]));
    res.end();
    finish('whole');
  });
  answer.once('close', () => {
    if (answer.complete) return;
    finish('broken');
    res.destroy();
  });
  answer.on('error', () => undefined);
}
