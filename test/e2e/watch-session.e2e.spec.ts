import { describe, expect, it } from '@jest/globals';
import { watchSession } from '@mcp-witness/client';
import { WebSocket } from 'ws';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { withService } from '../support/service.ts';

interface Frame {
  readonly event: string;
  readonly data: { readonly position: string };
}

describe('a watched session', () => {
  it('is followed as soon as it is there, also when it was not there at first', async () => {
    await withService(async ({ url, post }) => {
      let closed = (): void => undefined;
      let seen: (id: string) => void = () => undefined;
      const refused = new Promise<void>((resolve) => (closed = resolve));
      const first = new Promise<string>((resolve) => (seen = resolve));
      const stop = watchSession({
        url,
        sessionId: 'session-1',
        open: (address, protocols) => {
          const socket = new WebSocket(address, protocols);
          socket.addEventListener('close', closed);
          return socket;
        },
        onHistory: ({ current }) => {
          seen(current.attachment_attempt_id);
        },
      });
      await refused;
      await post('/v1/attempts', attemptBody(uuid(1)));
      expect(await first).toBe(uuid(1));
      stop();
    });
  });

  it('is told nothing twice over connections that break, also where its report was told to be what it was', async () => {
    await withService(async ({ url, post }) => {
      for (const attempt of [1, 2]) await post('/v1/attempts', attemptBody(uuid(attempt)));
      const told: string[] = [];
      const sockets: WebSocket[] = [];
      let heard: (said: string) => void = () => undefined;
      const until = (wanted: (said: string) => boolean): Promise<void> =>
        new Promise((resolve) => {
          heard = (said) => {
            if (wanted(said)) resolve();
          };
        });
      const caughtUp = (said: string): boolean => said === 'caught up';
      const start = until(caughtUp);
      const stop = watchSession({
        url,
        sessionId: 'session-1',
        open: (address, protocols) => {
          const socket = new WebSocket(address, protocols);
          sockets.push(socket);
          socket.on('message', (text: Buffer) => {
            const { event, data } = JSON.parse(text.toString('utf8')) as Frame;
            if (event === 'session.mcp_status_updated') told.push(data.position);
            heard(event === 'session.caught_up' ? 'caught up' : data.position);
          });
          return socket;
        },
        onHistory: () => undefined,
      });
      await start;
      const before = told.length;
      const late = until(() => told.length > before);
      await post('/v1/evidence', [evidence(uuid(1), 9)]);
      await late;
      const again = until(caughtUp);
      sockets[0]?.terminate();
      await again;
      stop();
      expect(sockets).toHaveLength(2);
      expect(told.length).toBeGreaterThan(before);
      expect(told).toEqual([...new Set(told)]);
    });
  });
});
