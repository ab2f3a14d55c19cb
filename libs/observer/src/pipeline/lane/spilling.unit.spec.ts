import { describe, expect, it } from '@jest/globals';
import type { ObservedEvent } from '../event.ts';
import { createBacklog } from './backlog.ts';
import { createLosses } from './losses.ts';
import { createSpilling } from './spilling.ts';

const nothing = {
  actor: null,
  tags: null,
  properties: null,
  text: null,
  arguments_summary: null,
  arguments: null,
  result: null,
  headers: null,
};
const anEvent = (served: string): ObservedEvent => ({ ...nothing, listing: { served } }) as never;

describe('what goes to the disk', () => {
  it('goes in files of no more bytes than half of what memory may hold', async () => {
    const limits = { events: 20_000, bytes: 20_000 };
    const backlog = createBacklog(limits);
    const sizes: number[] = [];
    const spool = {
      append: (events: readonly ObservedEvent[]) => {
        sizes.push(events.length);
        return Promise.resolve(true);
      },
      next: () => Promise.resolve(null),
    };
    const spilling = createSpilling({ spool, backlog, losses: createLosses(), limits });
    for (let count = 0; count < 5; count += 1) backlog.add(anEvent('x'.repeat(3_000)));
    await spilling.keepAll();
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('stays in memory when a spool fails, and is counted as lost at the end', async () => {
    const limits = { events: 2, bytes: 20_000 };
    const backlog = createBacklog(limits);
    const losses = createLosses();
    const spool = {
      append: () => Promise.reject(new Error('no disk')),
      next: () => Promise.resolve(null),
    };
    const spilling = createSpilling({ spool, backlog, losses, limits });
    backlog.add(anEvent('x'));
    spilling.spill();
    await spilling.done();
    expect(backlog.size).toBe(1);
    await spilling.keepAll();
    expect(losses.pending()).toEqual([{ reason_code: 'spool_full', count: 1 }]);
    expect(backlog.size).toBe(0);
  });
});
