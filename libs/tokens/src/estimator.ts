import { countCache } from './cache.ts';
import { countQueue } from './queue.ts';

/** How the numbers were made: o200k_base over the compact JSON of the whole tool as served. */
export const estimator = 'o200k_base:mcp-tool-json-v1';

export interface TokenEstimatorOptions {
  /** How long one call of `estimate` may take, the first start of the thread (1 to 3 seconds) included. */
  readonly budgetMs?: number;
  /** How many counts are remembered. */
  readonly cacheSize?: number;
  /** After this long without work the thread, which holds about 100 MB, is ended. */
  readonly idleMs?: number;
}

export interface TokenEstimator {
  /**
   * One number for each tool, in order; null where none can be had: out of budget, not to be written as JSON, or with an
   * unbroken run of more than 1 KiB. Never a guess, and never rejects. A thread is started only for a count that is not known.
   */
  estimate(tools: readonly unknown[]): Promise<(number | null)[]>;
  /** Ends the thread; what is being estimated resolves with nulls. Not needed for a process to exit. */
  close(): void;
}

export function createTokenEstimator(options: TokenEstimatorOptions = {}): TokenEstimator {
  const { budgetMs = 10_000, cacheSize = 4_096, idleMs = 60_000 } = options;
  const cache = countCache(cacheSize);
  const queue = countQueue({
    budgetMs,
    idleMs,
    onCounted: (text, count) => {
      cache.set(text, count);
    },
  });
  return {
    async estimate(tools) {
      const texts = tools.map(compactJson);
      const counts = new Map<string | null, number | null>([[null, null]]);
      const unknown = new Set<string>();
      for (const text of texts) {
        if (text === null) continue;
        const known = cache.get(text);
        if (known === undefined) unknown.add(text);
        else counts.set(text, known);
      }
      const wanted = [...unknown];
      const counted = wanted.length > 0 ? await queue.count(wanted) : [];
      for (const [index, text] of wanted.entries()) counts.set(text, counted[index] ?? null);
      return texts.map((text) => counts.get(text) ?? null);
    },
    close() {
      queue.close();
    },
  };
}

function compactJson(tool: unknown): string | null {
  try {
    const json: unknown = JSON.stringify(tool);
    return typeof json === 'string' ? json : null;
  } catch {
    return null;
  }
}
