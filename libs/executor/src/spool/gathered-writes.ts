/** What comes one upon the other is written together: the first at once, the others this long after it. */
const gatherMs = 20;

interface Write {
  readonly text: string;
  readonly durable: boolean;
  readonly settle: (kept: boolean) => void;
}

/** Writes in order, one at a time. */
export interface GatheredWrites {
  /** Writes that wait. */
  readonly waiting: number;
  /** Resolves when the text is written, false when it could not be. `durable` ones wait for no others. */
  add(text: string, durable: boolean): Promise<boolean>;
  /** Resolves when everything that came before is written, as far as it can be. */
  flush(): Promise<void>;
  /** Takes a step between two writes, after everything that came before. */
  between(step: () => Promise<void>): Promise<void>;
}

export function createGatheredWrites(
  write: (text: string, durable: boolean) => Promise<boolean>,
): GatheredWrites {
  const waiting: Write[] = [];
  let working = Promise.resolve();
  let lastWrite = -Infinity;
  let timer: NodeJS.Timeout | null = null;

  async function writeOut(): Promise<void> {
    const writes = waiting.splice(0);
    if (writes.length === 0) return;
    lastWrite = performance.now();
    const text = writes.map((one) => one.text).join('');
    const durable = writes.some((one) => one.durable);
    const kept = await write(text, durable);
    for (const one of writes) one.settle(kept);
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    working = working.then(writeOut);
    return working;
  }

  return {
    get waiting() {
      return waiting.length;
    },
    add(text, durable) {
      const kept = new Promise<boolean>((settle) => waiting.push({ text, durable, settle }));
      const rest = durable ? 0 : lastWrite + gatherMs - performance.now();
      if (rest <= 0) void flush();
      else timer ??= setTimeout(() => void flush(), rest);
      return kept;
    },
    flush,
    between(step) {
      working = flush().then(step);
      return working;
    },
  };
}
