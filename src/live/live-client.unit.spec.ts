import { describe, expect, it } from '@jest/globals';
import type { Position } from '@mcp-witness/event-log';
import type { History } from '@mcp-witness/evidence';
import type { SessionChange } from '../projections/run/changes.ts';
import type { ClientFrame } from './frame.ts';
import { LiveClient, type LiveClientOptions } from './live-client.ts';

const at = (text: string): Position => text as Position;

const subscribe = (session_id: string): ClientFrame => ({
  event: 'subscribe',
  data: { session_id, after: at('5') },
});

const change = (tenant_id: string, session_id: string): SessionChange => ({
  tenant_id,
  session_id,
  position: at('6'),
  durable: true,
  read: () => Promise.resolve(null),
});

const connect = (
  over: Partial<LiveClientOptions> = {},
): { client: LiveClient; sent: string[]; codes: number[] } => {
  const sent: string[] = [];
  const codes: number[] = [];
  const client = new LiveClient({
    tenant_id: 'ours',
    socket: {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 0,
      send: (text) => sent.push(text),
      close: (code) => codes.push(code),
    },
    ports: () => ({
      snapshot: () =>
        Promise.resolve({
          history: { position: '5' } as unknown as History,
          first_position: at('1'),
          reached: at('5'),
        }),
      reached: () => Promise.resolve(true),
      head: () => Promise.resolve(at('5')),
      frameOf: ({ session_id, position }) => Promise.resolve({ text: `change of ${session_id}`, position }),
      failed: () => undefined,
    }),
    failed: () => undefined,
    ...over,
  });
  return { client, sent, codes };
};

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
};

describe('a client of the live socket', () => {
  it('hears nothing of another tenant, also of a session with the same id', async () => {
    const { client, sent } = connect();
    client.receive(subscribe('s'));
    await settled();
    client.changed(change('theirs', 's'));
    client.changed(change('ours', 't'));
    client.changed(change('ours', 's'));
    await settled();
    expect(sent.slice(1)).toEqual(['change of s']);
  });

  it('may hold so many subscriptions, and a repeated one counts once', async () => {
    const { client, sent } = connect({ maximumSubscriptions: 2 });
    for (const session of ['a', 'b', 'b', 'c']) client.receive(subscribe(session));
    await settled();
    expect(sent.map((text) => (JSON.parse(text) as { event: string }).event)).toEqual([
      'session.caught_up',
      'session.caught_up',
      'session.caught_up',
      'error',
    ]);
    expect(sent[3]).toContain('too_many_subscriptions');
  });

  it('is closed when it asks for more at once than can be answered', () => {
    const { client, codes } = connect({ maximumWaiting: 3 });
    for (let n = 0; n < 5; n += 1) client.receive(subscribe(`s${n}`));
    expect(codes).toEqual([1008]);
  });

  it('is closed once when more waits for it than may, and nothing is done for it any more', async () => {
    let slow = 0;
    const codes: number[] = [];
    const { client } = connect({
      mostBuffered: 10,
      tooSlow: () => {
        slow += 1;
      },
      socket: {
        OPEN: 1,
        readyState: 1,
        bufferedAmount: 11,
        send: () => undefined,
        close: (code) => codes.push(code),
      },
    });
    for (const session of ['a', 'b', 'c']) client.receive(subscribe(session));
    await settled();
    client.receive(subscribe('d'));
    await settled();
    expect({ codes, slow }).toEqual({ codes: [4008], slow: 1 });
  });

  it('is told when a report cannot be read, and holds no subscription then', async () => {
    const failures: unknown[] = [];
    const { client, sent } = connect({
      failed: (error) => failures.push(error),
      ports: () => ({
        snapshot: () => Promise.reject(new Error('no database')),
        reached: () => Promise.resolve(true),
        head: () => Promise.resolve(at('5')),
        frameOf: ({ position }) => Promise.resolve({ text: 'change', position }),
        failed: () => undefined,
      }),
    });
    client.receive(subscribe('s'));
    await settled();
    client.changed(change('ours', 's'));
    await settled();
    expect(sent).toEqual(['{"event":"error","data":{"code":"unavailable","session_id":"s"}}']);
    expect(failures).toHaveLength(1);
  });
});
