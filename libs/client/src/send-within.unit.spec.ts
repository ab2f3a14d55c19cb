import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { createClient } from './client.ts';

setFlagsFromString('--expose-gc');
const clearUp = runInNewContext('gc') as () => void;

/** Clears up memory again and again while the callback asks a service that behaves so. */
const withService = async (
  behave: RequestListener,
  use: (url: string, asked: Promise<void>) => Promise<void>,
): Promise<void> => {
  let heard: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (heard = resolve));
  const server = createServer((request, response) => {
    behave(request, response);
    heard();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clearing = setInterval(clearUp, 10);
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    clearInterval(clearing);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const never: RequestListener = () => undefined;

const half: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"sessions":');
};

describe.each([
  ['no answer', never],
  ['half of an answer', half],
])('a call that gets %s', (_, behave) => {
  it('ends when its time is over, also when memory was cleared up meanwhile', () =>
    withService(behave, async (url) => {
      const held = new AbortController();
      for (const signal of [undefined, held.signal]) {
        const sent = createClient({ url, timeoutMs: 200 }).sessions({}, signal);
        await expect(sent).rejects.toMatchObject({ kind: 'unreachable', cause: { name: 'TimeoutError' } });
      }
    }));

  it('ends when its caller wants it no more', () =>
    withService(behave, async (url, asked) => {
      const reason = new Error('enough');
      const abort = new AbortController();
      const sent = createClient({ url, timeoutMs: 60_000 }).sessions({}, abort.signal);
      const failure = sent.catch((error: unknown) => error);
      await asked;
      clearUp();
      abort.abort(reason);
      expect(await failure).toMatchObject({ kind: 'unreachable', cause: reason });
    }));
});

describe('a call whose caller wanted it no more before it began', () => {
  it('is not sent', () =>
    withService(never, async (url) => {
      const sent = createClient({ url }).sessions({}, AbortSignal.abort(new Error('enough')));
      await expect(sent).rejects.toMatchObject({ kind: 'unreachable' });
    }));
});
