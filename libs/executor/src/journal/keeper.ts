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
}
