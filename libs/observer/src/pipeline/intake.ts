import type { Soon } from '../hooks/settled.ts';
import type { Observation } from '../observation.ts';
import type { Verdict } from './judge.ts';

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
  let scheduled = false;
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
      schedule();
    });
  }

  function drain(): void {
    scheduled = false;
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
    schedule();
  }

  function schedule(): void {
    if (scheduled || head === waiting.length || open.length >= MOST_OPEN) return;
    scheduled = true;
    // No immediate: one that holds no process alive is not run while the event loop waits for something else.
    setTimeout(drain, 0).unref();
  }

  return {
    add(observation) {
      if (waiting.length - head + open.length >= limit) return false;
      waiting.push(observation);
      schedule();
      return true;
    },
    idle: () =>
      isIdle()
        ? Promise.resolve()
        : new Promise((resolve) => {
            idlers.push(resolve);
          }),
  };
}
