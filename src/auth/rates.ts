/** Counts what callers do against what they may do in a minute. Holds a bounded number of them. */
export interface Rates {
  /** Counts one more of `key`; 0, or the whole seconds until the next would be in order. */
  take(key: string, perMinute: number): number;
  /** The same without counting. */
  wait(key: string, perMinute: number): number;
}

interface Bucket {
  left: number;
  at: number;
}

const secondsOf = (left: number, perMinute: number): number =>
  left >= 1 ? 0 : Math.ceil(((1 - left) * 60) / perMinute);

/** A map gives its keys in the order in which they were set. */
const forgetOldest = (buckets: Map<string, unknown>): void => {
  const oldest = buckets.keys().next();
  if (oldest.done !== true) buckets.delete(oldest.value);
};

/**
 * One bucket a key, which holds what a minute allows and fills evenly: bursts pass, and no window's edge lets twice as
 * much through. Of more than `most` keys those unused for longest are forgotten. `now` is in milliseconds.
 */
export const createRates = ({
  most = 20_000,
  now = () => performance.now(),
}: { readonly most?: number; readonly now?: () => number } = {}): Rates => {
  const buckets = new Map<string, Bucket>();
  const look = (key: string, perMinute: number): Bucket => {
    const at = now();
    const known = buckets.get(key);
    if (known === undefined) return { left: perMinute, at };
    return { left: Math.min(perMinute, known.left + ((at - known.at) * perMinute) / 60_000), at };
  };
  return {
    take(key, perMinute) {
      const bucket = look(key, perMinute);
      const seconds = secondsOf(bucket.left, perMinute);
      if (seconds === 0) bucket.left -= 1;
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > most) forgetOldest(buckets);
      return seconds;
    },
    wait: (key, perMinute) => secondsOf(look(key, perMinute).left, perMinute),
  };
};
