import type { Position } from '@mcp-witness/event-log';
import type { AttemptRecord, CatalogNeeds, ClientTotals, SessionRecord, ToolCallRecord } from './records.ts';

/** A tenant's object by its id. */
export interface RecordKey {
  readonly tenant_id: string;
  readonly id: string;
}

/** How far one shard of a generation is, and who may write it. */
export interface ShardCheckpoint {
  readonly shard: number;
  readonly epoch: bigint;
  readonly position: Position;
}

/** The shards of a generation that one writer has, by number. */
export interface Checkpoint {
  readonly generation: number;
  readonly shards: readonly ShardCheckpoint[];
}

/** Events of a page that could not be folded, and the newest of them. */
export interface Skipped {
  readonly count: number;
  readonly position: Position;
}

/** One page of work: rows as they are to be, and the place of the log that they stand for. */
export interface Commit {
  readonly checkpoint: Checkpoint;
  /** Every shard of the checkpoint that is not further already is here afterwards. */
  readonly position: Position;
  readonly recorded_at: string | null;
  readonly attempts: readonly AttemptRecord[];
  readonly sessions: readonly SessionRecord[];
  readonly catalogs: readonly CatalogNeeds[];
  readonly calls: readonly ToolCallRecord[];
  /** What to add to the totals of clients. */
  readonly totals: readonly ClientTotals[];
  readonly skipped: Skipped | null;
}

/**
 * Where a projection keeps its rows. A commit is one transaction: rows and checkpoint together or neither.
 * Rejections are the engine's own errors; nothing was written then, and the same commit may be tried again.
 */
export interface ProjectionStore {
  loadAttempts(generation: number, keys: readonly RecordKey[]): Promise<readonly AttemptRecord[]>;
  loadSessions(generation: number, keys: readonly RecordKey[]): Promise<readonly SessionRecord[]>;
  /**
   * `fenced`: the checkpoint of a shard is not what it was; another owner writes it, or its generation is not the live
   * one any more. Nothing was written, of any shard.
   */
  commit(commit: Commit): Promise<'committed' | 'fenced'>;
}
