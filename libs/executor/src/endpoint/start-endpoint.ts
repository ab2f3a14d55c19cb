import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AttemptEndpoint, createAttemptEndpoint } from './attempt-endpoint.ts';
import type { Endpoint, EndpointOptions } from './endpoint.ts';
import { comesFromElsewhere } from './foreign-page.ts';
import { answerNode } from './node-exchange.ts';
import { asksForStdio } from './stdio-door.ts';

interface Entry {
  readonly token: string;
  /** Null until somebody comes: many an attempt is never asked. */
  opened: AttemptEndpoint | null;
  readonly open: () => AttemptEndpoint;
}

function newEntry(open: () => AttemptEndpoint): Entry {
  const entry: Entry = {
    token: randomBytes(32).toString('base64url'),
    opened: null,
    open: () => (entry.opened ??= open()),
  };
  return entry;
}

const tokenOf = (url: string | undefined): string | undefined =>
  /^\/s\/([\w-]{43})\/mcp$/.exec(url?.split('?')[0] ?? '')?.[1];

function answerUnknown(res: ServerResponse): void {
  res.writeHead(404, { 'content-length': '0', connection: 'close' }).end();
}

function refuseUpgrade(stream: Duplex, status: string): void {
  stream.on('error', () => undefined);
  stream.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

/**
 * Starts the endpoint on a free port of 127.0.0.1. Nothing is printed, nothing listens elsewhere. Rejects when the
 * port cannot be had.
 */
export async function startEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const byToken = new Map<string, Entry>();
  const byAttempt = new Map<string, Entry>();

  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    const entry = byToken.get(tokenOf(req.url) ?? '');
    if (entry === undefined) {
      answerUnknown(res);
      return;
    }
    const foreign = comesFromElsewhere(req);
    void answerNode(req, res, {
      serve: (request) => entry.open().serve(request, foreign),
      tooLarge: () => {
        if (!foreign) entry.open().refusedTooLarge();
      },
    });
  };
  const server = createServer({ maxHeaderSize: 16 * 1024 }, onRequest);
  server.on('upgrade', (req, stream) => {
    const entry = byToken.get(tokenOf(req.url) ?? '');
    if (entry === undefined) refuseUpgrade(stream, '404 Not Found');
    else if (comesFromElsewhere(req)) refuseUpgrade(stream, '403 Forbidden');
    else if (asksForStdio(req.headers.upgrade)) entry.open().serveStdio(stream);
    else refuseUpgrade(stream, '400 Bad Request');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  const endAttempt = async (attempt_id: string): Promise<void> => {
    const entry = byAttempt.get(attempt_id);
    if (entry === undefined) return;
    byAttempt.delete(attempt_id);
    byToken.delete(entry.token);
    await entry.opened?.close();
  };

  return {
    addAttempt(attempt_id, { server_name }) {
      const entry =
        byAttempt.get(attempt_id) ?? newEntry(() => createAttemptEndpoint(attempt_id, server_name, options));
      byAttempt.set(attempt_id, entry);
      byToken.set(entry.token, entry);
      return { url: `http://127.0.0.1:${port}/s/${entry.token}/mcp`, headers: [] };
    },
    endAttempt,
    async close() {
      await Promise.all([...byAttempt.keys()].map(endAttempt));
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
