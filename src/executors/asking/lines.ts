import type { ExecutorName, OpenRequest } from './requests.postgres.ts';

/** A connection of an executor to this process. */
export interface Line {
  readonly executor: ExecutorName;
  /** False: it is not open. */
  send(request: OpenRequest): boolean;
  cancel(id: string): void;
}

/** The lines of this process, and what was said over each. */
export interface Lines {
  readonly executors: readonly ExecutorName[];
  has(executor: ExecutorName): boolean;
  add(line: Line): void;
  remove(line: Line): void;
  /**
   * `open` are all that have no answer: says those that were not yet said over the executor's lines, and takes back those
   * that are open no more. The executor passes over what it has met on another line, or has answered.
   */
  tell(executor: ExecutorName, open: readonly OpenRequest[]): void;
}

const keyOf = ({ tenant_id, executor_id }: ExecutorName): string => JSON.stringify([tenant_id, executor_id]);

function tellOne(line: Line, told: Set<string>, open: readonly OpenRequest[]): void {
  for (const request of open) if (!told.has(request.id) && line.send(request)) told.add(request.id);
  const ids = new Set(open.map(({ id }) => id));
  for (const id of told) {
    if (ids.has(id)) continue;
    told.delete(id);
    line.cancel(id);
  }
}

export const createLines = (): Lines => {
  const byExecutor = new Map<string, Map<Line, Set<string>>>();
  const linesOf = (executor: ExecutorName): Map<Line, Set<string>> =>
    byExecutor.get(keyOf(executor)) ?? new Map<Line, Set<string>>();
  return {
    get executors() {
      return [...byExecutor.values()]
        .flatMap((lines) => [...lines.keys()].slice(0, 1))
        .map((line) => line.executor);
    },
    has: (executor) => byExecutor.has(keyOf(executor)),
    add(line) {
      const lines = linesOf(line.executor).set(line, new Set());
      byExecutor.set(keyOf(line.executor), lines);
    },
    remove(line) {
      const lines = linesOf(line.executor);
      lines.delete(line);
      if (lines.size === 0) byExecutor.delete(keyOf(line.executor));
    },
    tell(executor, open) {
      for (const [line, told] of linesOf(executor)) tellOne(line, told, open);
    },
  };
};
