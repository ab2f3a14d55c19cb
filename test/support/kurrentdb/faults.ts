/**
 * What happens to one append.
 * - `lose-answer`: it is stored, and the call ends as unavailable before the answer.
 * - `no-answer`: it is stored, and nothing is ever said about it.
 * - `swallow`: it is not stored, and nothing is ever said about it.
 * - `timeout`, `stored-timeout`: the answer is that it took too long; it was not stored, it was.
 * - `busy`: the server takes no more.
 */
export type AppendFault = 'lose-answer' | 'no-answer' | 'swallow' | 'timeout' | 'stored-timeout' | 'busy';

/** What is to go wrong next. */
export interface Faults {
  /** Befalls the next append that has none yet. */
  next(fault: AppendFault): void;
  take(): AppendFault | null;
  /** Every call ends as unavailable while it is true. */
  unavailable: boolean;
}

export function createFaults(): Faults {
  const waiting: AppendFault[] = [];
  return {
    next: (fault) => {
      waiting.push(fault);
    },
    take: () => waiting.shift() ?? null,
    unavailable: false,
  };
}
