/** What is under way, and how to break it off. */
export interface OpenExchanges {
  /** Answers with how to take it off again. */
  add(breakOff: () => void): () => void;
  breakOff(): void;
}

/**
 * A list, and no set: a set that changes with every request leaves tables behind by which requests that are over outlive
 * collections of young objects, which cost a third of a proxy's time.
 */
export function createOpenExchanges(): OpenExchanges {
  const open: { readonly breakOff: () => void; at: number }[] = [];
  return {
    add(breakOff) {
      const one = { breakOff, at: open.length };
      open.push(one);
      return () => {
        const last = open.at(-1);
        if (last === undefined || open[one.at] !== one) return;
        open[one.at] = last;
        last.at = one.at;
        open.pop();
      };
    },
    breakOff() {
      for (const one of [...open]) one.breakOff();
    },
  };
}
