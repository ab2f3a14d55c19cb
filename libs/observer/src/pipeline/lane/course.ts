import type { SendResult } from '../../sinks/sink.ts';
import type { Losses } from './losses.ts';

export interface CourseOptions {
  readonly name: string;
  readonly losses: Losses;
  readonly log: (line: string) => void;
  /** Milliseconds to wait after that many failures in a row. */
  readonly backoff: (failures: number) => number;
}

/** What follows from what became of a batch: it waits, it comes again in parts, or it is settled. */
type Next = 'wait' | 'again' | 'settled';

/** How a sink has been doing. */
export interface Course {
  readonly failing: boolean;
  /** How long to wait before the next try. */
  readonly waitMs: number;
  /** Events that the next batch may have: fewer after one that was too large, and more again with each full one that is taken. */
  readonly largest: number;
  after(result: SendResult, count: number): Next;
}

const LARGEST = 250;
const LEAST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 300_000;

export function createCourse({ name, losses, log, backoff }: CourseOptions): Course {
  let failures = 0;
  let waitMs = 0;
  let largest = LARGEST;
  let refusalTold = false;

  const refuse = (count: number, reason: string): void => {
    if (count <= 0) return;
    losses.lose('refused', count);
    if (!refusalTold) log(`${name} refused ${count} events for good: ${reason}`);
    refusalTold = true;
  };

  return {
    get failing() {
      return failures > 0;
    },
    get waitMs() {
      return waitMs;
    },
    get largest() {
      return largest;
    },
    after(result, count) {
      if (result.outcome === 'later') {
        failures += 1;
        const wanted = result.after_ms ?? backoff(failures);
        waitMs = Math.min(Math.max(wanted, LEAST_WAIT_MS), LONGEST_WAIT_MS);
        return 'wait';
      }
      failures = 0;
      if (result.outcome === 'too_large' && count > 1) {
        largest = Math.ceil(count / 2);
        return 'again';
      }
      if (result.outcome === 'taken') {
        if (count >= largest) largest = Math.min(LARGEST, largest * 2);
        refuse(result.refused ?? 0, 'single ones of a batch');
      } else refuse(count, result.outcome === 'refused' ? result.reason : 'one is too large');
      return 'settled';
    },
  };
}
