/** A process, told from a later one of its number by when it started. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** In the words of the system. */
  readonly started: string;
}

/** How a system tells what runs. */
export interface Processes {
  /** None where it does not tell. */
  readonly all: () => Promise<readonly Process[]>;
  /** Those that have not ended; all of them where it does not tell. */
  readonly left: (of: readonly Process[]) => Promise<readonly Process[]>;
}

/** All that runs below a process, children before theirs. */
export function below(root: number, all: readonly Process[]): readonly Process[] {
  const found: Process[] = [];
  for (let parents = new Set([root]); parents.size > 0;) {
    const children = all.filter(
      ({ pid, parent }) => parents.has(parent) && pid !== root && !found.some((one) => one.pid === pid),
    );
    found.push(...children);
    parents = new Set(children.map(({ pid }) => pid));
  }
  return found;
}
