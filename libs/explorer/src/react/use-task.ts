import { useEffect, useRef, useState } from 'react';

/** Something that was asked for and takes a while. */
export type TaskState<Result> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly message: string };

export interface Task<Result> {
  readonly state: TaskState<Result>;
  readonly run: (work: (signal: AbortSignal) => Promise<Result>) => void;
  /** Stops waiting, as leaving the page does. */
  readonly cancel: () => void;
}

const idle = { kind: 'idle' } as const;

/** One thing at a time: running it again forgets what was asked before. */
export const useTask = <Result>(): Task<Result> => {
  const [state, setState] = useState<TaskState<Result>>(idle);
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );
  return {
    state,
    run: (work) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      setState({ kind: 'running' });
      const settle = (next: TaskState<Result>): void => {
        if (!signal.aborted) setState(next);
      };
      work(signal).then(
        (result) => {
          settle({ kind: 'done', result });
        },
        (error: unknown) => {
          settle({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
        },
      );
    },
    cancel: () => {
      running.current?.abort();
      setState(idle);
    },
  };
};
