import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { Backlog } from './backlog.ts';

/** An event as it is kept. */
export interface Written {
  readonly event: EvidenceEvent;
  readonly json: string;
  /** Of its line. */
  readonly bytes: number;
}

export function written(event: EvidenceEvent): Written {
  const json = JSON.stringify(event);
  return { event, json, bytes: Buffer.byteLength(json) + 10 };
}

/** Where a spool keeps its events. */
export interface Store extends Backlog {
  /** Bytes held, sent ones included until they are dropped. */
  readonly size: number;
  /** False when it could not keep them: nothing of this call counts as kept. `durable`: resolves once on disk. */
  append(events: readonly Written[], durable: boolean): Promise<boolean>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
