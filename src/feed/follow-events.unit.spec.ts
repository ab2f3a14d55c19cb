import { describe, expect, it } from '@jest/globals';
import { Position } from '@mcp-witness/event-log';
import { memoryEventLog } from '@mcp-witness/event-log/memory';
import { appendEvidence } from '../../test/support/log-events.ts';
import { picking } from '../log/read/feed-event.ts';
import { createTail } from '../log/read/tail.ts';
import { type Following, followEvents, type Step } from './follow-events.ts';

const following = (over: Partial<Following> & Pick<Following, 'tail'>): Following => ({
  after: Position.start,
  pick: picking('default', {}),
  limit: null,
  follow: true,
  signal: new AbortController().signal,
  beatMilliseconds: 30_000,
  ...over,
});

describe('following the feed', () => {
  it('says that it lives, and how far it is, when there is nothing that was asked for', async () => {
    const log = memoryEventLog();
    const tail = createTail(log);
    await appendEvidence(log, [{ session: 'a' }, { session: 'b' }]);
    const pick = picking('default', { session_id: ['nobody'] });
    const steps = followEvents(following({ tail, pick, beatMilliseconds: 5 }));
    const beats: Step[] = [];
    while (beats.length < 3) {
      const { value } = await steps.next();
      if (value !== undefined) beats.push(value);
    }
    expect(beats).toEqual(Array.from({ length: 3 }, () => ({ events: [], reached: '2' })));
    await steps.return();
    tail.close();
    await log.close();
  });

  it('ends when it is told to, also while it waits', async () => {
    const log = memoryEventLog();
    const tail = createTail(log);
    const end = new AbortController();
    const steps = followEvents(following({ tail, signal: end.signal }));
    const next = steps.next();
    end.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    tail.close();
    await log.close();
  });

  it('makes nothing that nobody takes: a reader that stops reading costs one step', async () => {
    const log = memoryEventLog();
    const tail = createTail(log);
    await appendEvidence(
      log,
      Array.from({ length: 300 }, () => ({ session: 'a' })),
    );
    let picked = 0;
    const whole = picking('default', {});
    const steps = followEvents(
      following({
        tail,
        pick: (event) => {
          picked += 1;
          return whole(event);
        },
      }),
    );
    await steps.next();
    expect(picked).toBe(100);
    await steps.return();
    tail.close();
    await log.close();
  });
});
