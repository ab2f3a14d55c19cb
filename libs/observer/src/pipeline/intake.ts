import type { Soon } from '../hooks/settled.ts';
import type { Observation } from '../observation.ts';
import type { Verdict } from './judge.ts';
import { createAlarm } from './lane/alarm.ts';

export interface IntakeOptions {
  readonly judge: (observation: Observation) => Soon<Verdict>;
  /** Verdicts in the order of the observations. */
  readonly onVerdict: (verdict: Verdict) => void;
  /** Observations that may wait. */
  readonly limit: number;
}

/** Takes observations off the path of requests: they are judged in later turns of the event loop, a little in each. */
export interface Intake {
  /** False when too many wait. */
  add(observation: Observation): boolean;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
}

/** For so long observations gather: a turn of ours between two requests makes the second slower, so there are few. */
const GATHER_MS = 5;
/** Milliseconds of one turn that are taken from the host. */
const SLICE_MS = 1;
/** Observations whose hooks may run at the same time. */
const MOST_OPEN = 64;

interface Slot {
  verdict: Verdict | undefined;
}

export function createIntake({ judge, onVerdict, limit }: IntakeOptions): Intake {
  let waiting: Observation[] = [];
  let head = 0;
  const open: Slot[] = [];
  // No immediate: one that holds no process alive is not run while the event loop waits for something else.
  const alarm = createAlarm(drain);
  let idlers: (() => void)[] = [];

  const isIdle = (): boolean => head === waiting.length && open.length === 0;

  /** Gives on what is decided, up to the first that is not. */
  function release(): void {
    while (open[0]?.verdict !== undefined) onVerdict(open.shift()?.verdict ?? null);
    if (!isIdle()) return;
    for (const resolve of idlers) resolve();
    idlers = [];
  }

  function decide(observation: Observation): void {
    const verdict = judge(observation);
    if (open.length === 0 && !(verdict instanceof Promise)) {
      onVerdict(verdict);
      return;
    }
    const slot: Slot = { verdict: undefined };
    open.push(slot);
    if (!(verdict instanceof Promise)) {
      slot.verdict = verdict;
      return;
    }
    void verdict.then((decided) => {
      slot.verdict = decided;
      release();
      schedule(0);
    });
  }

  function drain(): void {
    const end = performance.now() + SLICE_MS;
    while (head < waiting.length && open.length < MOST_OPEN) {
      const observation = waiting[head];
      head += 1;
      if (observation !== undefined) decide(observation);
      if (performance.now() > end) break;
    }
    if (head === waiting.length) {
      waiting = [];
      head = 0;
    }
    release();
    schedule(0);
  }

  function schedule(ms: number): void {
    if (alarm.isSet || head === waiting.length || open.length >= MOST_OPEN) return;
    alarm.set(ms);
  }

  return {
    add(observation) {
      if (waiting.length - head + open.length >= limit) return false;
      waiting.push(observation);
      schedule(GATHER_MS);
      return true;
    },
    idle() {
      if (isIdle()) return Promise.resolve();
      // What somebody waits for gathers no longer.
      alarm.clear();
      schedule(0);
      return new Promise((resolve) => {
        idlers.push(resolve);
      });
    },
  };
}
