import type { Later } from './later.ts';

/** Steps about an answer, which wait until it is known what was asked: a server may answer before it has all of the request. */
export interface AskedFirst extends Pick<Later, 'do'> {
  /** `asked` tells what was asked; only the first one counts. */
  open(asked: () => void): void;
}

/** So many wait; with more of them the question is taken for unknown. */
const mostWaiting = 4096;

export function createAskedFirst(later: Later): AskedFirst {
  let waiting: (() => void)[] | null = [];

  function open(asked: () => void): void {
    if (waiting === null) return;
    later.do(asked);
    for (const step of waiting) later.do(step);
    waiting = null;
  }
  return {
    open,
    do(step) {
      if (waiting !== null && waiting.length === mostWaiting) open(() => undefined);
      if (waiting === null) later.do(step);
      else waiting.push(step);
    },
  };
}
