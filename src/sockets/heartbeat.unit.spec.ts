import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createHeartbeat, type Pulse } from './heartbeat.ts';

const peer = (answers: boolean): Pulse & { readonly did: string[] } => {
  const did: string[] = [];
  let pong: () => void = () => undefined;
  return {
    did,
    ping() {
      if (answers) pong();
    },
    terminate: () => did.push('terminated'),
    on: (_event, listener) => (pong = listener),
  };
};

describe('the heartbeat', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes to every client each 15 seconds, and cuts off one that answers no ping', () => {
    const heartbeat = createHeartbeat(() => 'beat');
    const alive = peer(true);
    const dead = peer(false);
    for (const socket of [alive, dead]) heartbeat.add(socket, (text) => socket.did.push(text));
    heartbeat.start();
    jest.advanceTimersByTime(14_999);
    expect(alive.did).toEqual([]);
    jest.advanceTimersByTime(30_001);
    expect(alive.did).toEqual(['beat', 'beat', 'beat']);
    expect(dead.did.slice(0, 2)).toEqual(['beat', 'terminated']);
    heartbeat.stop();
    jest.advanceTimersByTime(60_000);
    expect(alive.did).toHaveLength(3);
  });
});
