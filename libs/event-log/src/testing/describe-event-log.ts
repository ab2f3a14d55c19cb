import { describe } from '@jest/globals';
import type { OpenEventLog } from '../port.ts';
import { describeAppending } from './appending.ts';
import { describeReading } from './reading.ts';
import { describeRefusing } from './refusing.ts';
import { describeSubscribing } from './subscribing.ts';

/** Gives an empty log to `use`, and closes it and whatever it stands on afterwards. */
export type WithLog = (
  use: (log: OpenEventLog) => Promise<void>,
  options?: { readonly maxQueued?: number },
) => Promise<void>;

/** What every event log must do. An adapter's spec is this call. */
export function describeEventLog(name: string, withLog: WithLog): void {
  describe(name, () => {
    describeAppending(withLog);
    describeReading(withLog);
    describeSubscribing(withLog);
    describeRefusing(withLog);
  });
}
