import { isDeepStrictEqual } from 'node:util';
import { movedTo } from '../../../src/projections/store/checkpoint.ts';
import { keyOf } from '../../../src/projections/store/key.ts';
import type {
  Checkpoint,
  Commit,
  ProjectionStore,
  RecordKey,
} from '../../../src/projections/store/projection-store.ts';
import type {
  AttemptRecord,
  CatalogNeeds,
  ClientTotals,
  SessionRecord,
  ToolCallRecord,
} from '../../../src/projections/store/records.ts';

/** A store that lives as long as its process, for specifications. What went in comes out as JSON would give it back. */
export interface MemoryStore extends ProjectionStore {
  readonly checkpoint: Checkpoint;
  readonly attempts: ReadonlyMap<string, AttemptRecord>;
  readonly sessions: ReadonlyMap<string, SessionRecord>;
  readonly catalogs: ReadonlyMap<string, CatalogNeeds>;
  /** By position. */
  readonly calls: ReadonlyMap<string, ToolCallRecord>;
  readonly totals: ReadonlyMap<string, Pick<ClientTotals, 'sessions' | 'calls' | 'errors'>>;
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
  const calls = new Map<string, ToolCallRecord>();
  const totals = new Map<string, Pick<ClientTotals, 'sessions' | 'calls' | 'errors'>>();
  let checkpoint = start;
  let skipped = 0;
  let failure: Error | null = null;

  const addTotals = (row: ClientTotals): void => {
    const key = JSON.stringify([row.tenant_id, row.shard, row.client]);
    const known = totals.get(key) ?? { sessions: 0, calls: 0, errors: 0 };
    const sum = {
      sessions: known.sessions + row.sessions,
      calls: known.calls + row.calls,
      errors: known.errors + row.errors,
    };
    if (sum.sessions + sum.calls + sum.errors === 0) totals.delete(key);
    else totals.set(key, sum);
  };
  const write = (commit: Commit): void => {
    for (const row of commit.attempts)
      attempts.set(keyOf(row.tenant_id, row.attachment_attempt_id), copy(row));
    for (const row of commit.sessions) sessions.set(keyOf(row.tenant_id, row.session_id), copy(row));
    for (const row of commit.catalogs)
      catalogs.set(keyOf(row.tenant_id, row.attachment_attempt_id), copy(row));
    for (const row of commit.calls) calls.set(row.position, copy(row));
    for (const row of commit.totals) addTotals(row);
    checkpoint = movedTo(checkpoint, commit.position);
    skipped += commit.skipped?.count ?? 0;
  };

  return {
    attempts,
    sessions,
    catalogs,
    calls,
    totals,
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
      if (!isDeepStrictEqual(commit.checkpoint.shards, checkpoint.shards)) return Promise.resolve('fenced');
      write(commit);
      return Promise.resolve('committed');
    },
  };
}
