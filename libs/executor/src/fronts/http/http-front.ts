import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { comesFromElsewhere } from '../../endpoint/foreign-page.ts';
import type { HttpEntry } from '../fronts.ts';
import type { ServerSight } from '../server-sight.ts';
import { createLater } from './later.ts';
import { createOpenExchanges } from './open-exchanges.ts';
import { passOn } from './pass-on.ts';
import { routeOf } from './route.ts';
import { type HttpTarget, upstreamOf } from './target.ts';
import { createUpstream } from './upstream.ts';

/** A server that is fronted over HTTP. */
interface FrontedHttp {
  readonly entry: HttpEntry;
  /** Takes no new exchange, breaks off what is open, and tells its connections closed. */
  end(): Promise<void>;
}

export interface HttpFront {
  /** Null where the URL is none that can be passed through. */
  add(entry: HttpEntry, sight: ServerSight): FrontedHttp | null;
  /** Tells what was seen and not told yet. */
  tell(): void;
  close(): Promise<void>;
}

const MOST_HEADER_BYTES = 256 * 1024;

function refuse(res: ServerResponse, status: number): void {
  res.writeHead(status, { 'content-length': '0', connection: 'close' }).end();
}

const impossible =
  'The request to the server could not be made: a header or the user name of its configuration has characters that no request may have.';

/** A request that cannot be made, as by a configured header that is none, costs its own connection, and is told. */
function attempt(res: ServerResponse, sight: ServerSight, step: () => void): void {
  try {
    step();
  } catch {
    sight.failed('materialization_failed', impossible, false);
    res.destroy();
  }
}

/** On a free port of 127.0.0.1, which it answers with. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.on('error', () => undefined);
  return (server.address() as AddressInfo).port;
}

/** Listens on a free port of 127.0.0.1. Rejects when it cannot be had. */
export async function startHttpFront(): Promise<HttpFront> {
  const targets = new Map<string, HttpTarget>();
  const upstream = createUpstream();
  let ownHost = '';

  /** As every agent asks: at the address that it was given, and not from a page. */
  const isPlainlyOurs = ({ headers }: IncomingMessage): boolean =>
    headers.host === ownHost && headers.origin === undefined;

  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    const route = routeOf(req.url ?? '');
    const target = targets.get(route?.token ?? '');
    if (route === null || target === undefined) refuse(res, 404);
    else if (!isPlainlyOurs(req) && comesFromElsewhere(req)) refuse(res, 403);
    else
      attempt(res, target.sight, () => {
        passOn({ req, res }, route, target, upstream);
      });
  };
  // The server decides how long a connection and an answer may last.
  const server = createServer(
    { maxHeaderSize: MOST_HEADER_BYTES, keepAliveTimeout: 0, requestTimeout: 0 },
    onRequest,
  );
  ownHost = `127.0.0.1:${await listen(server)}`;

  return {
    add(entry, sight) {
      const url = upstreamOf(entry.url);
      if (url === null) return null;
      const token = randomBytes(32).toString('base64url');
      const later = createLater();
      const { observer } = sight.observe(later.time);
      const target: HttpTarget = {
        token,
        type: entry.type,
        url,
        headers: entry.headers,
        sight,
        observer,
        later,
        open: createOpenExchanges(),
        streams: 0,
      };
      targets.set(token, target);
      return {
        entry: { ...entry, url: `http://${ownHost}/f/${token}/mcp`, headers: [] },
        end() {
          if (!targets.delete(token)) return Promise.resolve();
          later.now();
          observer.onEnd('endpoint_closed');
          const told = sight.end();
          target.open.breakOff();
          return told;
        },
      };
    },
    tell() {
      for (const { later } of targets.values()) later.now();
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
