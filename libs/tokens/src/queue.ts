import { startThread, type Thread } from './thread.ts';

type Count = number | null;

interface Batch {
  readonly texts: readonly string[];
  readonly counts: Count[];
  left: number;
  /** Out of budget: its caller has had what there was. */
  isLate: boolean;
  readonly done: () => void;
}

export interface QueueOptions {
  readonly budgetMs: number;
  readonly idleMs: number;
  /** Called for each count as it is made, also when its batch has run out of budget meanwhile. */
  readonly onCounted: (text: string, count: Count) => void;
}

export interface CountQueue {
  /** Resolves with a count for each text, null for those that could not be had within the budget. */
  count(texts: readonly string[]): Promise<readonly Count[]>;
  close(): void;
}

/** One thread, started for the first batch and ended when idle; batches are counted in order. */
export function countQueue({ budgetMs, idleMs, onCounted }: QueueOptions): CountQueue {
  /** In the order in which the thread works on them. */
  const batches = new Map<number, Batch>();
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastBatch = 0;

  const finish = (id: number): void => {
    batches.get(id)?.done();
    batches.delete(id);
    clearTimeout(idle);
    if (batches.size === 0) idle = setTimeout(endThread, idleMs).unref();
  };
  const endThread = (): void => {
    thread?.end();
    thread = undefined;
  };
  const start = (): Thread =>
    startThread({
      onCounted({ batch: id, index, count }) {
        const batch = batches.get(id);
        const text = batch?.texts[index];
        if (!batch || text === undefined) return;
        onCounted(text, count);
        batch.counts[index] = count;
        batch.left -= 1;
        if (batch.left === 0) finish(id);
      },
      onDeath() {
        thread = undefined;
        for (const id of [...batches.keys()]) finish(id);
      },
    });
  /**
   * A thread that builds its tables, or has just done so, is left to it: its counts come late and are remembered. One that is at work on
   * a batch nobody waits for any more is ended, and the other batches begin anew.
   */
  const expire = (id: number): void => {
    const expired = batches.get(id);
    if (!expired) return;
    expired.isLate = true;
    expired.done();
    const [current] = batches.values();
    if (!thread?.isSettled() || !current?.isLate) return;
    endThread();
    for (const [other, { isLate }] of batches) if (isLate) finish(other);
    if (batches.size === 0) return;
    thread = start();
    for (const [other, { texts }] of batches) thread.count(other, texts);
  };

  return {
    count: (texts) =>
      new Promise((resolve) => {
        clearTimeout(idle);
        lastBatch += 1;
        const timer = setTimeout(expire, budgetMs, lastBatch).unref();
        const counts = texts.map((): Count => null);
        const done = (): void => {
          clearTimeout(timer);
          resolve([...counts]);
        };
        batches.set(lastBatch, { texts, counts, left: texts.length, isLate: false, done });
        thread ??= start();
        thread.count(lastBatch, texts);
      }),
    close() {
      endThread();
      for (const id of [...batches.keys()]) finish(id);
      clearTimeout(idle);
    },
  };
}
