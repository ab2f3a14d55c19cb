const firstMs = 250;
const mostMs = 15_000;

/** Growing waits with full jitter: two clients that lost the same service do not come back at the same moment. */
export const backoff = (random: () => number = Math.random): { next(): number; reset(): void } => {
  let attempt = 0;
  return {
    next: () => {
      const ceiling = Math.min(mostMs, firstMs * 2 ** attempt);
      attempt = Math.min(attempt + 1, 10);
      return Math.round(ceiling / 2 + (ceiling / 2) * random());
    },
    reset: () => {
      attempt = 0;
    },
  };
};
