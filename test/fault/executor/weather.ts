import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a service may do to whoever sends to it. `forgetful`: it takes what comes, and its answer is lost. */
export const weathers = ['fair', 'away', 'forgetful', 'failing', 'slow', 'refusing', 'hanging'] as const;

export type Weather = (typeof weathers)[number];

/** Stands between executors and a service. */
export interface WeatherProxy {
  readonly url: string;
  weather: Weather;
  close(): Promise<void>;
}

const slowMs = 300;

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function askService(
  target: string,
  req: IncomingMessage,
): Promise<{ readonly head: IncomingMessage; readonly body: Buffer }> {
  const body = await bodyOf(req);
  const head = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, headers } = req;
    const outgoing = request(new URL(req.url ?? '/', target), { method, headers, agent: false });
    outgoing.once('response', resolve).once('error', reject).end(body);
  });
  return { head, body: await bodyOf(head) };
}

async function passOn(
  target: string,
  req: IncomingMessage,
  res: ServerResponse,
  lose: boolean,
): Promise<void> {
  const { head, body } = await askService(target, req);
  if (lose) res.destroy();
  else res.writeHead(head.statusCode ?? 502, head.headers).end(body);
}

async function answer(
  target: string,
  weather: Weather,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (weather === 'hanging') return;
  if (weather === 'away') {
    res.destroy();
    return;
  }
  if (weather === 'failing' || weather === 'refusing') {
    const status = weather === 'failing' ? 500 : 401;
    await bodyOf(req);
    res.writeHead(status, { 'content-type': 'application/problem+json' });
    res.end(JSON.stringify({ status, code: weather, title: 'No' }));
    return;
  }
  if (weather === 'slow') await pause(slowMs);
  await passOn(target, req, res, weather === 'forgetful');
}

/** Listens on a free port of 127.0.0.1; the weather is fair at first. */
export async function startWeather(target: string): Promise<WeatherProxy> {
  let weather: Weather = 'fair';
  const server = createServer((req, res) => {
    answer(target, weather, req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get weather() {
      return weather;
    },
    set weather(next) {
      weather = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
