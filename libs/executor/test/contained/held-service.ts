import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeService, startFakeService } from '../fake-service.ts';

/** A service that answers nobody until it is let go, however long that takes. */
export interface HeldService extends Pick<FakeService, 'events' | 'url'> {
  letGo(): void;
  readonly isHeld: boolean;
  close(): Promise<void>;
}

export async function startHeldService(): Promise<HeldService> {
  const behind = await startFakeService();
  let letGo = (): void => undefined;
  let isHeld = true;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      void released
        .then(() =>
          fetch(`${behind.url}${req.url ?? ''}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: Buffer.concat(chunks),
          }),
        )
        .then(async (answer) => {
          res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get events() {
      return behind.events;
    },
    get isHeld() {
      return isHeld;
    },
    letGo() {
      isHeld = false;
      letGo();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await behind.close();
    },
  };
}
