import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { Backlog } from './backlog.ts';

/** Where a spool keeps its events. */
export interface Store extends Backlog {
  /** Bytes held, sent ones included until they are dropped. */
  readonly size: number;
  /** False when it could not keep them: nothing of this call counts as kept. `durable`: resolves once on disk. */
  append(events: readonly EvidenceEvent[], durable: boolean): Promise<boolean>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
