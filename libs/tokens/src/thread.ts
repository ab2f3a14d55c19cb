import { Worker } from 'node:worker_threads';

interface Counted {
  readonly batch: number;
  readonly index: number;
  readonly count: number | null;
}

export interface ThreadEvents {
  readonly onCounted: (counted: Counted) => void;
  /** It ended without being told to. */
  readonly onDeath: () => void;
}

export interface Thread {
  /** False while it builds its tables, which takes seconds on a busy machine, and for a second after. */
  isSettled(): boolean;
  count(batch: number, texts: readonly string[]): void;
  end(): void;
}

const heapLimitMb = 512;
const settlingMs = 1_000;

/** Starts the thread that counts. It keeps no process alive. */
export function startThread({ onCounted, onDeath }: ThreadEvents): Thread {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
  });
  let readyAt = Infinity;
  let ended = false;
  worker.on('message', (message: Counted | { readonly ready: true }) => {
    if (ended) return;
    if ('ready' in message) readyAt = performance.now();
    else onCounted(message);
  });
  // An error is followed by an exit, which is what matters.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    if (!ended) onDeath();
    ended = true;
  });
  // After the listeners: adding one for messages makes the thread count again.
  worker.unref();
  return {
    isSettled: () => performance.now() - readyAt > settlingMs,
    count: (batch, texts) => {
      worker.postMessage({ batch, texts });
    },
    end: () => {
      ended = true;
      void worker.terminate();
    },
  };
}
