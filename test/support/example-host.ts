import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
type Files = Readonly<Record<string, readonly [file: string, type: string]>>;

/** The page with the custom element. */
const elementFiles: Files = {
  '/': ['test/example-host/index.html', 'text/html'],
  '/host.css': ['test/example-host/host.css', 'text/css'],
  '/host.js': ['test/example-host/host.js', 'text/javascript'],
  '/witness-mcp-status.js': ['libs/explorer/dist/bundle/witness-mcp-status.js', 'text/javascript'],
};

const typeOf = (name: string): string =>
  ({ html: 'text/html', css: 'text/css', js: 'text/javascript' })[name.split('.').at(-1) ?? ''] ??
  'text/plain';

/** Builds the page that is made with React, and gives its files; `folder` is the caller's to remove. */
export const buildReactHost = async (folder: string): Promise<Files> => {
  const config = join(root, 'libs/explorer/test/react-host/vite.config.mjs');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', config, '--outDir', folder, '--logLevel', 'error'];
  const built = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'));
  const entries = names.map((name) => [`/${name}`, [join(folder, name), typeOf(name)]] as const);
  return { ...Object.fromEntries(entries), '/': [join(folder, 'index.html'), 'text/html'] };
};

/** As strict as a policy can be that lets the page's own files in, and the service where that is elsewhere. */
const policyOf = (service: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${service === null ? "'self'" : `${service} ${service.replace(/^http/, 'ws')}`}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const serveFile = async (
  found: Files[string] | undefined,
  service: string | null,
  response: ServerResponse,
): Promise<void> => {
  if (found === undefined) {
    response.writeHead(404).end();
    return;
  }
  const headers = {
    'content-type': `${found[1]}; charset=utf-8`,
    'content-security-policy': policyOf(service),
  };
  response.writeHead(200, headers).end(await readFile(resolve(root, found[0])));
};

export interface ExampleHost {
  readonly url: string;
  /** Breaks the open sockets, and lets none through until they are mended. */
  readonly cutSockets: () => void;
  readonly mendSockets: () => void;
}

/** The host's own server: its page, and the service behind the same origin. */
export const withExampleHost = async <T>(
  serviceUrl: string,
  use: (host: ExampleHost) => Promise<T>,
  files: Files = elementFiles,
): Promise<T> => {
  const { hostname, port } = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let cut = false;
  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    const passed = request(
      { hostname, port, path: from.url, method: from.method, headers: from.headers },
      (answer) => answer.pipe(to.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    passed.on('error', () => to.destroy());
    from.pipe(passed);
  };
  const server = createServer((from, to) => {
    const { pathname, searchParams } = new URL(from.url ?? '/', serviceUrl);
    if (pathname.startsWith('/v1/')) pass(from, to);
    else void serveFile(files[pathname], searchParams.get('service'), to);
  });
  server.on('upgrade', (from: IncomingMessage, socket: Socket) => {
    if (cut) {
      socket.destroy();
      return;
    }
    const onward = connect(Number(port), hostname, () => {
      const lines = from.rawHeaders.reduce(
        (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
        `GET ${from.url ?? '/'} HTTP/1.1\r\n`,
      );
      onward.write(`${lines}\r\n`);
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(socket);
    for (const [one, other] of [[socket, onward] as const, [onward, socket] as const]) {
      one.on('error', () => undefined);
      one.on('close', () => {
        other.destroy();
        sockets.delete(socket);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutSockets = (): void => {
    cut = true;
    for (const socket of sockets) socket.destroy();
  };
  const mendSockets = (): void => {
    cut = false;
  };
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await use({ url, cutSockets, mendSockets });
  } finally {
    cutSockets();
    server.closeAllConnections();
    server.close();
  }
};
