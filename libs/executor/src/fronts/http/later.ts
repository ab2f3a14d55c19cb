/** Steps that are taken in order, behind what passes: the bytes that are to be written in this turn are written first. */
export interface Later {
  do(step: () => void): void;
  /** Takes every step that waits. */
  now(): void;
}

export function createLater(): Later {
  let waiting: (() => void)[] = [];
  let scheduled = false;

  function now(): void {
    scheduled = false;
    const steps = waiting;
    waiting = [];
    for (const step of steps) {
      try {
        step();
      } catch {
        // What is told of a frame is none of the frame's business.
      }
    }
  }
  return {
    do(step) {
      waiting.push(step);
      if (scheduled) return;
      scheduled = true;
      setImmediate(now);
    },
    now,
  };
}
