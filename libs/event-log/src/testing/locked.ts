import { describe, expect, it } from '@jest/globals';
import { Position } from '../position.ts';
import type { WithLog } from './with-log.ts';
import { sampleAppend, sampleEvents } from './samples.ts';

/** What event logs do besides whose appends all pass one lock. */
export function describeLockedEventLog(name: string, withLog: WithLog): void {
  describe(`${name}, under its lock`, () => {
    it('records times that rise strictly over the whole log', () =>
      withLog(async (log) => {
        await Promise.all(
          Array.from({ length: 30 }, () => log.append(sampleAppend({ events: sampleEvents(4) }))),
        );
        const times = (await log.readAll({ after: Position.start })).map(({ recorded_at }) => recorded_at);
        expect(times).toHaveLength(120);
        expect(times).toEqual([...new Set(times)].sort());
      }));

    it('finds nothing after a number far beyond its positions', () =>
      withLog(async (log) => {
        await log.append(sampleAppend());
        for (const digits of [10, 18, 25]) {
          expect(await log.readAll({ after: Position.parse('9'.repeat(digits))! })).toEqual([]);
        }
      }));
  });
}
