import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { HttpEntry } from '../../src/fronts/fronts.ts';
import { open, read } from './support/exchange.ts';
import { withFronts } from './support/with-fronts.ts';

const ask = async (url: string): Promise<unknown> => {
  try {
    const { status, body } = await read(await open(url, { headers: ['Content-Length', '0'] }));
    return { status, body };
  } catch {
    return 'broken off';
  }
};

/** What a client gets from a server that answers these bytes: alone, and behind a front. */
async function aloneAndBehind(answer: string): Promise<readonly [unknown, unknown]> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.from(answer, 'latin1')));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const alone = await ask(url);
  let behind: unknown;
  await withFronts(async ({ fronts }) => {
    const entry = fronts.add('attempt', { type: 'http', name: 'notes', url, headers: [] }) as HttpEntry;
    behind = await ask(entry.url);
    expect(await ask(entry.url)).toEqual(behind);
  });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  return [alone, behind];
}

const body = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

describe('an answer with a head that no server should send', () => {
  it.each([
    ['a control character in its reason', `HTTP/1.1 200 \x01OK\r\n${body}`],
    ['no reason', `HTTP/1.1 200\r\n${body}`],
    ['letters beyond ASCII in its reason', `HTTP/1.1 200 Tr\xe8s bien\r\n${body}`],
    ['a status that nobody knows', `HTTP/1.1 999 Odd\r\n${body}`],
    ['interim answers before it', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n${body}`],
  ])('(%s) is passed on', async (_, answer) => {
    const [alone, behind] = await aloneAndBehind(answer);
    expect(behind).toEqual(alone);
  });

  it.each([
    ['a status below all', `HTTP/1.1 042 Low\r\n${body}`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}'],
  ])('(%s) costs its own connection and no more', async (_, answer) => {
    const [, behind] = await aloneAndBehind(answer);
    expect(behind).toBe('broken off');
  });
});
