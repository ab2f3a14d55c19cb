import { describe, expect, it } from '@jest/globals';
import { shareSocket, watchSession } from '@mcp-witness/client';
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

describe('several watched sessions over one connection', () => {
  it('are each told of their own, go on when it breaks, and end it with the last of them', async () => {
    await withService(async ({ url, post }) => {
      const names = ['one', 'two', 'three'];
      for (const [n, session_id] of names.entries())
        await post('/v1/attempts', attemptBody(uuid(n + 1), { session_id }));
      const sockets: WebSocket[] = [];
      const asked: string[] = [];
      const open = shareSocket((address, protocols) => {
        const socket = new WebSocket(address, protocols);
        const send = socket.send.bind(socket) as (text: string) => void;
        socket.send = (text: string) => {
          asked.push(text);
          send(text);
        };
        sockets.push(socket);
        return socket;
      });
      const told: string[] = [];
      let wake = (): void => undefined;
      const until = async (holds: () => boolean): Promise<void> => {
        while (!holds()) await new Promise<void>((resolve) => (wake = resolve));
      };
      let caughtUp = 0;
      const stops = names.map((sessionId) =>
        watchSession({
          url,
          sessionId,
          open,
          onHistory: ({ session_id, current }) => {
            told.push(`${sessionId} ${session_id} ${current.ordinal}`);
            wake();
          },
          onState: (state) => {
            if (state === 'live') caughtUp += 1;
            wake();
          },
        }),
      );
      await until(() => caughtUp === 3);
      expect(sockets).toHaveLength(1);
      expect([...told].sort()).toEqual(['one one 1', 'three three 1', 'two two 1']);

      await post('/v1/attempts', attemptBody(uuid(12), { session_id: 'two' }));
      await until(() => told.includes('two two 2'));

      sockets[0]?.terminate();
      await post('/v1/attempts', attemptBody(uuid(13), { session_id: 'three' }));
      await until(() => caughtUp === 6 && told.includes('three three 2'));
      expect(sockets).toHaveLength(2);
      expect(told.filter((one) => one.split(' ')[0] !== one.split(' ')[1])).toEqual([]);

      const closed = new Promise((resolve) => sockets[1]?.on('close', resolve));
      stops[0]?.();
      expect(JSON.parse(asked.at(-1)!)).toEqual({ event: 'unsubscribe', data: { session_id: 'one' } });
      stops[1]?.();
      stops[2]?.();
      expect(await closed).toBe(1000);
    });
  });
});
