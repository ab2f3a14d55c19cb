import { describe, expect, it } from '@jest/globals';
import { Position } from '@mcp-witness/event-log';
import fc from 'fast-check';
import { logEventAt } from '../../../test/support/log-events.ts';
import { type FeedEvent, type Pick } from './feed-event.ts';
import { mostLookedAt, type ReadAfter, scan } from './scan.ts';

/** A log of so many events that counts what is read of it. */
const logOf = (length: number, data = '') => {
  let read = 0;
  const after: ReadAfter = (position, limit) => {
    const first = Number(position) + 1;
    const size = Math.max(0, Math.min(limit, length - Number(position)));
    read += size;
    return Promise.resolve(Array.from({ length: size }, (_, n) => logEventAt(first + n, data)));
  };
  return { after, read: () => read };
};

const every =
  (n: number): Pick =>
  ({ position }) =>
    Number(position) % n === 0 ? ({ global_position: position } as unknown as FeedEvent) : null;

const positions = (events: readonly FeedEvent[]): readonly number[] =>
  events.map(({ global_position }) => Number(global_position));

describe('a scan of the log', () => {
  it('gives over all its pages every wanted event once, and none other, wherever pages are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 8_000 }),
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 20, max: 1_000 }),
        async (length, step, limit) => {
          const log = logOf(length);
          const found: number[] = [];
          for (let after = Position.start; ;) {
            const scanned = await scan(log.after, { after, limit, pick: every(step) });
            expect(scanned.events.length).toBeLessThanOrEqual(limit);
            found.push(...positions(scanned.events));
            if (scanned.atEnd) break;
            expect(Number(scanned.reached)).toBeGreaterThan(Number(after));
            after = scanned.reached;
          }
          expect(found).toEqual(Array.from({ length: Math.floor(length / step) }, (_, n) => (n + 1) * step));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('looks at a bounded part of a long log, and says how far it came, when nothing is wanted of it', async () => {
    const log = logOf(1_000_000);
    const scanned = await scan(log.after, { after: Position.start, limit: 10, pick: () => null });
    expect(scanned).toEqual({ events: [], reached: String(mostLookedAt), atEnd: false });
    expect(log.read()).toBe(mostLookedAt);
  });

  it('reads no more of a long log than of a short one', async () => {
    const read = await Promise.all(
      [1_000, 1_000_000].map(async (length) => {
        const log = logOf(length);
        await scan(log.after, { after: Position.start, limit: 100, pick: every(1) });
        return log.read();
      }),
    );
    expect(read[0]).toBe(read[1]);
  });

  it('ends a page early when its events are large, and never before the first of them', async () => {
    const log = logOf(20, 'x'.repeat(3 * 1024 * 1024));
    const scanned = await scan(log.after, { after: Position.start, limit: 10, pick: every(1) });
    expect(scanned).toMatchObject({ reached: '1', atEnd: false });
    expect(positions(scanned.events)).toEqual([1]);
  });
});
