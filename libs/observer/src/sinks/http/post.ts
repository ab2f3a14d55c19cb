import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { SendResult } from '../sink.ts';

export interface Posted {
  readonly status: number;
  readonly retryAfter: string | null;
  /** At most 256 KiB of it: a receipt that refuses each of a thousand events has half of that. */
  readonly body: string;
}

/** Posts to one address, over connections that are kept and hold no process alive. */
export interface Poster {
  /** Rejects when there is no answer. */
  post(body: string, signal: AbortSignal): Promise<Posted>;
  close(): void;
}

const CONNECT_MS = 2_000;
const MOST_BODY = 262_144;

function read(response: IncomingMessage, done: (posted: Posted) => void): void {
  let body = '';
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    if (body.length < MOST_BODY) body += part;
  });
  const settle = (): void => {
    const retryAfter = response.headers['retry-after'] ?? null;
    done({ status: response.statusCode ?? 0, retryAfter, body: body.slice(0, MOST_BODY) });
  };
  response.on('end', settle);
  response.on('error', settle);
}

/** A connection that does not open in time is given up: while it opens, the event loop waits for it. */
function limitOpening(request: ClientRequest): void {
  request.on('socket', (socket) => {
    socket.unref();
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      request.destroy(new Error('the connection did not open in time'));
    }, CONNECT_MS);
    timer.unref();
    const stop = (): void => {
      clearTimeout(timer);
    };
    socket.once('connect', stop).once('close', stop);
  });
}

export function createPoster(url: URL, headers: Readonly<Record<string, string>>): Poster {
  const isSecure = url.protocol === 'https:';
  const limits = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 };
  const agent = isSecure ? new HttpsAgent(limits) : new HttpAgent(limits);
  const open = isSecure ? httpsRequest : httpRequest;
  return {
    post: (text, signal) =>
      new Promise((resolve, reject) => {
        const body = Buffer.from(text);
        const length = {
          'content-type': 'application/json',
          'content-length': String(body.length),
        };
        const request = open(url, { method: 'POST', agent, signal, headers: { ...headers, ...length } });
        request.on('error', reject);
        request.on('response', (response) => {
          read(response, resolve);
        });
        limitOpening(request);
        request.end(body);
      }),
    close: () => {
      agent.destroy();
    },
  };
}

/** A key that is not taken is a person's to change. */
const PATIENCE_MS = 120_000;

function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

const AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

/** What an answer means for what was posted. Redirects are not followed: a key would go with them. */
export function resultOf({ status, retryAfter }: Posted): SendResult {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 401 || status === 403) return { outcome: 'later', after_ms: PATIENCE_MS };
  if (AGAIN.has(status) || status >= 500) return { outcome: 'later', after_ms: waitOf(retryAfter) };
  if (status === 413) return { outcome: 'too_large' };
  return { outcome: 'refused', reason: `HTTP status ${status}` };
}
