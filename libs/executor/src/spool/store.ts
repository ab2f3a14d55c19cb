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
  /**
   * Keeps on disk, where there is one, the events that are to tell of losses, each with its newest count, until they are
   * appended: should this process be killed, whoever takes the file over tells of them. What comes within a fiftieth of a
   * second is gathered; a loss counts exactly from when this resolves. Never rejects.
   */
  markLost(events: readonly EvidenceEvent[]): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
