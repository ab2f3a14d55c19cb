import { describe, expect, it } from '@jest/globals';
import { watchSession } from '@mcp-witness/client';
import { WebSocket } from 'ws';
import { attemptBody, uuid } from '../support/evidence.ts';
import { withService } from '../support/service.ts';

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
});
