import { keyOf } from '../../../src/projections/store/key.ts';
import type {
  Checkpoint,
  Commit,
  ProjectionStore,
  RecordKey,
} from '../../../src/projections/store/projection-store.ts';
import type { AttemptRecord, CatalogNeeds, SessionRecord } from '../../../src/projections/store/records.ts';

/** A store that lives as long as its process, for specifications. What went in comes out as JSON would give it back. */
export interface MemoryStore extends ProjectionStore {
  readonly checkpoint: Checkpoint;
  readonly attempts: ReadonlyMap<string, AttemptRecord>;
  readonly sessions: ReadonlyMap<string, SessionRecord>;
  readonly catalogs: ReadonlyMap<string, CatalogNeeds>;
  readonly skipped: number;
  /** The next commits are refused with this error, until `null`. */
  failWith(error: Error | null): void;
}

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const pick = <Value>(rows: ReadonlyMap<string, Value>, keys: readonly RecordKey[]): Value[] =>
  keys.flatMap((key) => {
    const row = rows.get(keyOf(key.tenant_id, key.id));
    return row === undefined ? [] : [copy(row)];
  });

export function createMemoryStore(start: Checkpoint): MemoryStore {
  const attempts = new Map<string, AttemptRecord>();
  const sessions = new Map<string, SessionRecord>();
  const catalogs = new Map<string, CatalogNeeds>();
  let checkpoint = start;
  let skipped = 0;
  let failure: Error | null = null;

  const write = (commit: Commit): void => {
    for (const row of commit.attempts)
      attempts.set(keyOf(row.tenant_id, row.attachment_attempt_id), copy(row));
    for (const row of commit.sessions) sessions.set(keyOf(row.tenant_id, row.session_id), copy(row));
    for (const row of commit.catalogs)
      catalogs.set(keyOf(row.tenant_id, row.attachment_attempt_id), copy(row));
    checkpoint = { ...checkpoint, position: commit.position };
    skipped += commit.skipped?.count ?? 0;
  };

  return {
    attempts,
    sessions,
    catalogs,
    get checkpoint() {
      return checkpoint;
    },
    get skipped() {
      return skipped;
    },
    failWith(error) {
      failure = error;
    },
    loadAttempts: (_generation, keys) => Promise.resolve(pick(attempts, keys)),
    loadSessions: (_generation, keys) => Promise.resolve(pick(sessions, keys)),
    commit(commit) {
      if (failure !== null) return Promise.reject(failure);
      if (
        commit.checkpoint.position !== checkpoint.position ||
        commit.checkpoint.epoch !== checkpoint.epoch
      ) {
        return Promise.resolve('fenced');
      }
      write(commit);
      return Promise.resolve('committed');
    },
  };
}
