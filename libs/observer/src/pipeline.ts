import type { Observation } from './observation.ts';

/** Where observations go. One for each observed server name of a process; adapters know nothing else of it. */
export interface Pipeline {
  /** Never throws and never waits: whatever takes time is done later, off the path of the request. */
  take(observation: Observation): void;
  /** The process's own client is gone, and the process may end any moment. Never throws and never waits. */
  ended?(): void;
  /** Resolves when all that was taken is delivered or counted as lost, or the time is over. Never rejects. */
  flush(deadlineMs?: number): Promise<void>;
  /** Flushes and ends; what is taken afterwards is counted as lost. Never rejects. */
  close(deadlineMs?: number): Promise<void>;
}
