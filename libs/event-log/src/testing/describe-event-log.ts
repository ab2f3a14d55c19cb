import { describe } from '@jest/globals';
import { describeAppending } from './appending.ts';
import { describeReading } from './reading.ts';
import { describeRefusing } from './refusing.ts';
import { describeSubscribing } from './subscribing.ts';
import type { WithLog } from './with-log.ts';

/** What every event log must do. An adapter's spec is this call. */
export function describeEventLog(name: string, withLog: WithLog): void {
  describe(name, () => {
    describeAppending(withLog);
    describeReading(withLog);
    describeSubscribing(withLog);
    describeRefusing(withLog);
  });
}
