import type { ServerConfiguration } from '@mcp-witness/evidence';
import type { Fact } from './fact.ts';

/** Takes facts, in the order in which they happened. Never throws or rejects, whatever becomes of them. */
export interface FactKeeper {
  /** The facts that open an attempt: on disk when this resolves, where there is a disk. What `configurations` hold of secrets never leaves. */
  open(
    attempt_id: string,
    facts: readonly Fact[],
    configurations: readonly ServerConfiguration[],
  ): Promise<void>;
  note(attempt_id: string, facts: readonly Fact[]): void;
  /**
   * What the agent was sent. Each goes into the order of whoever carries the server from then on: only so can it be told
   * whether the agent used an earlier attempt's address after it was given this one.
   */
  delivered(attempt_id: string, deliveries: readonly Delivered[]): void;
}

/** The endpoint carries our own server, a front one that is observed, and nobody of ours any other. */
export interface Delivered {
  readonly fact: Fact;
  readonly carrier: 'endpoint' | 'front' | null;
}
