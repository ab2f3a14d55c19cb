import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { logFault } from '../fault.ts';
import { type Append, type AppendResult } from '../port.ts';
import { type Engine, type Failed, type Failure, type Outcome } from './engine.ts';
import { createQueue, type Waiting } from './queue.ts';

export interface GroupCommitLimits {
  /** Appends that may wait; one more is `busy`. */
  readonly maxQueued: number;
  /** Bytes that may wait. */
  readonly maxQueuedBytes: number;
  readonly maxBatch: number;
  readonly maxBatchBytes: number;
  /** How long an append whose outcome is unknown is repeated before it fails as `unavailable`. */
  readonly retryMilliseconds: number;
}

interface GroupCommit {
  append(append: Append, bytes: number): Promise<AppendResult>;
  /** Ends when nothing waits any more. */
  drain(): Promise<void>;
}

interface FailedOne {
  readonly waiting: Waiting;
  readonly error: Failed['error'];
}

/**
 * Stores appends in batches over one lane. There is no timer: the lane, when free, takes whatever waits, so that one
 * writer pays no delay and batches grow with the load.
 */
export function groupCommit(
  engine: Pick<Engine, 'store' | 'failure'>,
  limits: GroupCommitLimits,
  stored: () => void,
): GroupCommit {
  const queue = createQueue();
  let lane: Promise<void> | null = null;

  async function run(): Promise<void> {
    // A turn of the event loop, in which the writers that were just answered come back.
    await nextTurn();
    while (queue.length > 0) {
      await settle(queue.take(limits.maxBatch, limits.maxBatchBytes));
      await nextTurn();
    }
    lane = null;
  }

  async function settle(batch: readonly Waiting[], tries = 0): Promise<void> {
    let outcomes;
    try {
      outcomes = await engine.store(batch.map(({ append }) => append));
    } catch (error) {
      await recover(batch, error, tries);
      return;
    }
    stored();
    const failed: FailedOne[] = [];
    batch.forEach((waiting, index) => {
      const outcome = outcomes[index];
      if (outcome?.outcome === 'failed') failed.push({ waiting, error: outcome.error });
      else answer(waiting, outcome);
    });
    await recoverEach(failed, tries);
  }

  async function recoverEach(failed: readonly FailedOne[], tries: number): Promise<void> {
    const isPassing = ({ error }: FailedOne): boolean => engine.failure(error) === 'again';
    for (const one of failed) if (!isPassing(one)) await recover([one.waiting], one.error, tries);
    const again = failed.filter(isPassing);
    const [first] = again;
    if (first !== undefined) await recover(again.map(waitingOf), first.error, tries);
  }

  async function recover(batch: readonly Waiting[], error: unknown, tries: number): Promise<void> {
    const failure = engine.failure(error);
    if (failure === 'content' && batch.length > 1) {
      const middle = batch.length >> 1;
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
      return;
    }
    const now = performance.now();
    const alive = failure === 'again' ? batch.filter(({ deadline }) => deadline > now) : [];
    for (const waiting of batch) if (!alive.includes(waiting)) waiting.reject(faultOf(failure, error));
    if (alive.length === 0) return;
    await sleep(Math.min(25 * 2 ** tries, 500));
    await settle(alive, tries + 1);
  }

  return {
    append(append, bytes) {
      if (queue.length >= limits.maxQueued || queue.bytes + bytes > limits.maxQueuedBytes) {
        const message = `The event log has ${queue.length} appends waiting and takes no more; nothing was stored. Try again in a second.`;
        return Promise.reject(logFault('busy', message, { retryAfterSeconds: 1 }));
      }
      return new Promise((resolve, reject) => {
        queue.put({ append, bytes, deadline: performance.now() + limits.retryMilliseconds, resolve, reject });
        lane ??= run();
      });
    },
    async drain() {
      while (lane !== null) await lane;
    },
  };
}

const waitingOf = ({ waiting }: FailedOne): Waiting => waiting;

function answer(waiting: Waiting, outcome: Outcome | undefined): void {
  if (outcome === undefined) {
    waiting.reject(logFault('unavailable', 'The event log gave no outcome for an append; repeat it.'));
  } else if (outcome.outcome === 'mismatch') {
    const message =
      'This append_id is known on its stream with other content; nothing was stored. Use a new one.';
    waiting.reject(logFault('mismatch', message));
  } else {
    waiting.resolve(outcome);
  }
}

function faultOf(failure: Failure, cause: unknown): Error {
  if (failure === 'content') {
    return logFault('refused', 'The event log cannot store this append; nothing was stored.', { cause });
  }
  const message =
    'The event log could not be reached or failed; the outcome is unknown. Repeat the same append.';
  return logFault('unavailable', message, { cause });
}
