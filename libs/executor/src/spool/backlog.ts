import type { EvidenceEvent } from '@mcp-witness/evidence';

/** Events that wait to be sent, oldest first. */
export interface Batch {
  /** The JSON of each. */
  readonly json: readonly string[];
  /** The same, read anew each time. */
  readonly events: readonly EvidenceEvent[];
  /** They are of an executor that is gone. */
  readonly leftover?: boolean;
  /** Ends the batch's place in its spool; meaningful to that spool alone. */
  readonly end: number;
}

/** What is sent as it is kept is not read. */
export const batchOf = (json: readonly string[], end: number, leftover = false): Batch => ({
  json,
  leftover,
  end,
  get events() {
    return json.map((text) => JSON.parse(text) as EvidenceEvent);
  },
});

export interface Backlog {
  /** The oldest events that were not marked as sent; null when there are none. The same batch until it is marked. */
  next(): Promise<Batch | null>;
  sent(batch: Batch): Promise<void>;
}

/** A batch holds at most this many events, and ends with the event that takes it over this many bytes. */
export const batchLimits = { events: 1000, bytes: 1024 * 1024 } as const;
