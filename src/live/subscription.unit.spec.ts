import { describe, expect, it } from '@jest/globals';
import type { Position } from '@mcp-witness/event-log';
import type { History } from '@mcp-witness/evidence';
import type { SessionChange } from '../projections/run/changes.ts';
import { sendTo, type Socket, tooSlow } from '../sockets/outbox.ts';
import { type ReportFrame, type Snapshot, Subscription, type SubscriptionPorts } from './subscription.ts';

const at = (text: string): Position => text as Position;

const snapshotAt = (position: string, reached = position): Snapshot => ({
  history: { session_id: 's', position, current: {}, previous: [] } as unknown as History,
  first_position: at('2'),
  reached: at(reached),
});

const change = (position: string, durable = true): SessionChange => ({
  tenant_id: 'default',
  session_id: 's',
  position: at(position),
  durable,
  read: () => Promise.resolve(null),
});

const frame = (position: Position, text = `change ${position}`): ReportFrame => ({ position, text });

interface Given {
  readonly sent: string[];
  readonly subscription: Subscription;
}

const subscribe = (over: Partial<SubscriptionPorts> = {}): Given => {
  const sent: string[] = [];
  const subscription = new Subscription('s', {
    snapshot: () => Promise.resolve(snapshotAt('5')),
    reached: () => Promise.resolve(true),
    head: () => Promise.resolve(at('5')),
    frameOf: ({ position, durable }) => Promise.resolve(frame(position, `change ${position} ${durable}`)),
    send: (text) => {
      const { event, data } = text.startsWith('{')
        ? (JSON.parse(text) as { event: string; data: { position?: string; reason?: string; code?: string } })
        : { event: text, data: {} };
      sent.push([event, data.reason ?? data.code ?? data.position].filter(Boolean).join(' '));
      return true;
    },
    failed: () => undefined,
    ...over,
  });
  return { sent, subscription };
};

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('a live subscription', () => {
  it('sends a change that came while the snapshot was read, after the snapshot', async () => {
    let give: (snapshot: Snapshot) => void = () => undefined;
    const { sent, subscription } = subscribe({ snapshot: () => new Promise((resolve) => (give = resolve)) });
    const started = subscription.start(null);
    subscription.changed(change('6'));
    give(snapshotAt('5'));
    await started;
    await settled();
    expect(sent).toEqual(['session.mcp_status_updated 5', 'session.caught_up 5', 'change 6 true']);
  });

  it('sends nothing twice that the snapshot shows, and a change that became durable once more', async () => {
    const { sent, subscription } = subscribe();
    await subscription.start(null);
    for (const one of [
      change('4'),
      change('5'),
      change('6', false),
      change('6', false),
      change('6'),
      change('5'),
    ]) {
      subscription.changed(one);
      await settled();
    }
    expect(sent.slice(2)).toEqual(['change 6 false', 'change 6 true']);
  });

  it('sends the newest of the changes that come while one is being sent', async () => {
    const waiting: (() => void)[] = [];
    const { sent, subscription } = subscribe({
      frameOf: ({ position }) =>
        new Promise((resolve) => {
          waiting.push(() => {
            resolve(frame(position));
          });
        }),
    });
    await subscription.start(null);
    for (const position of ['6', '7', '8']) subscription.changed(change(position));
    for (let turn = 0; turn < 3; turn += 1) {
      waiting.shift()?.();
      await settled();
    }
    expect(sent.slice(2)).toEqual(['change 6', 'change 8']);
  });

  it('waits for a place that the read models have not reached before it calls it ahead', async () => {
    const snapshots = [snapshotAt('5'), snapshotAt('9')];
    const { sent, subscription } = subscribe({ snapshot: () => Promise.resolve(snapshots.shift() ?? null) });
    await subscription.start(at('9'));
    expect(sent).toEqual(['session.caught_up 9']);
  });

  it('goes on behind a place of the log that the read models do not reach in time, and calls it not ahead', async () => {
    const { sent, subscription } = subscribe({
      reached: () => Promise.resolve(false),
      head: () => Promise.resolve(at('9')),
    });
    await subscription.start(at('8'));
    for (const position of ['7', '8', '9']) {
      subscription.changed(change(position));
      await settled();
    }
    expect(sent).toEqual(['session.caught_up 8', 'change 9 true']);
  });

  it('does not tell again what a report that was read later than its change showed already', async () => {
    const { sent, subscription } = subscribe({
      frameOf: ({ position }) => Promise.resolve(position === '6' ? frame(at('8')) : frame(position)),
    });
    await subscription.start(null);
    for (const position of ['6', '7', '8', '9']) {
      subscription.changed(change(position));
      await settled();
    }
    expect(sent.slice(2)).toEqual(['change 8', 'change 9']);
  });

  it('tells nothing older than what it told, when an earlier change is read last', async () => {
    const { sent, subscription } = subscribe({
      frameOf: ({ position }) => Promise.resolve(frame(position === '9' ? at('7') : position)),
    });
    await subscription.start(null);
    for (const position of ['8', '9']) {
      subscription.changed(change(position));
      await settled();
    }
    expect(sent.slice(2)).toEqual(['change 8']);
  });

  it('ends with an error after a change whose report could not be read, so that the client asks again', async () => {
    const failures: unknown[] = [];
    const { sent, subscription } = subscribe({
      frameOf: ({ position }) =>
        position === '6' ? Promise.reject(new Error('gone')) : Promise.resolve(frame(position)),
      failed: (error) => failures.push(error),
    });
    await subscription.start(null);
    subscription.changed(change('6'));
    await settled();
    subscription.changed(change('7'));
    await settled();
    expect(sent.slice(2)).toEqual(['error unavailable']);
    expect(failures).toHaveLength(1);
  });

  it('sends nothing any more once it is ended', async () => {
    const { sent, subscription } = subscribe();
    await subscription.start(null);
    subscription.end();
    subscription.changed(change('6'));
    await settled();
    expect(sent).toHaveLength(2);
  });
});

describe('sending to a client', () => {
  const socket = (bufferedAmount: number, readyState = 1): Socket & { readonly did: unknown[] } => {
    const did: unknown[] = [];
    return {
      did,
      OPEN: 1,
      readyState,
      bufferedAmount,
      send: (text) => did.push(text),
      close: (code) => did.push(code),
    };
  };

  it('closes a client that reads too slowly with 4008 and sends it nothing more', () => {
    const slow = socket(101);
    expect(sendTo(slow, 'x', 100)).toBe('too_slow');
    expect(slow.did).toEqual([tooSlow]);
    expect(tooSlow).toBe(4008);
  });

  it('leaves a connection alone that is not open', () => {
    const closed = socket(101, 2);
    expect(sendTo(closed, 'x', 100)).toBe('not_open');
    expect(closed.did).toEqual([]);
  });
});
