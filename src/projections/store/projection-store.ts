import type { Position } from '@mcp-witness/event-log';
import type { AttemptRecord, CatalogNeeds, SessionRecord } from './records.ts';

/** A tenant's object by its id. */
export interface RecordKey {
  readonly tenant_id: string;
  readonly id: string;
}

/** How far a generation is, and who may write it. */
export interface Checkpoint {
  readonly generation: number;
  readonly epoch: bigint;
  readonly position: Position;
}

/** One page of work: rows as they are to be, and the place of the log that they stand for. */
export interface Commit {
  readonly checkpoint: Checkpoint;
  readonly position: Position;
  readonly recorded_at: string | null;
  readonly attempts: readonly AttemptRecord[];
  readonly sessions: readonly SessionRecord[];
  readonly catalogs: readonly CatalogNeeds[];
  /** Events since the last commit that could not be folded, and the newest of them. */
  readonly skipped: { readonly count: number; readonly position: Position } | null;
}

/**
 * Where a projection keeps its rows. A commit is one transaction: rows and checkpoint together or neither.
 * Rejections are the engine's own errors; nothing was written then, and the same commit may be tried again.
 */
export interface ProjectionStore {
  loadAttempts(generation: number, keys: readonly RecordKey[]): Promise<readonly AttemptRecord[]>;
  loadSessions(generation: number, keys: readonly RecordKey[]): Promise<readonly SessionRecord[]>;
  /** `fenced`: the checkpoint is not what it was; another owner writes this generation, or it is not the live one any more. */
  commit(commit: Commit): Promise<'committed' | 'fenced'>;
}
