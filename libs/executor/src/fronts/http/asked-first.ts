import type { OpenExchange } from '@mcp-witness/mcp-frames';
import type { Later } from './later.ts';

/** Steps about an answer, which wait until it is known what was asked: a server may answer before it has all of the request. */
export interface AskedFirst {
  /** `bytes` of the answer are held for as long as the step waits. */
  do(step: () => void, bytes?: number): void;
  /** `asked` tells what was asked; only the first one counts. */
  open(asked: () => void): void;
}

/** So many wait, and so many bytes with them. */
const mostWaiting = 4096;
const mostBytes = 8 * 1024 * 1024;

/** Where more would wait the question is taken for unknown, and told as one that could not be read. */
export function createAskedFirst(
  later: Pick<Later, 'do'>,
  exchange: Pick<OpenExchange, 'askedUnread'>,
): AskedFirst {
  let waiting: (() => void)[] | null = [];
  let held = 0;

  function open(asked: () => void): void {
    if (waiting === null) return;
    later.do(asked);
    for (const step of waiting) later.do(step);
    waiting = null;
  }
  return {
    open,
    do(step, bytes = 0) {
      held += bytes;
      if (waiting !== null && (waiting.length === mostWaiting || held > mostBytes))
        open(() => {
          exchange.askedUnread(0);
        });
      if (waiting === null) later.do(step, bytes);
      else waiting.push(step);
    },
  };
}
