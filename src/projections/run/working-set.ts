import { keyOf } from '../store/key.ts';
import type { Checkpoint, ProjectionStore, RecordKey } from '../store/projection-store.ts';
import type { AttemptRecord, ClientTotals, SessionRecord, ToolCallRecord } from '../store/records.ts';
import { type Change, totalsOf } from './totals.ts';

/** The rows in memory: those of the work at hand, and the last used ones of earlier work, so that they are not read again. */
export interface WorkingSet {
  attempt(tenantId: string, id: string): AttemptRecord | undefined;
  session(tenantId: string, id: string): SessionRecord | undefined;
  putAttempt(record: AttemptRecord): void;
  putSession(record: SessionRecord): void;
  putCall(record: ToolCallRecord): void;
  /** Reads what is named and not here. Afterwards absence means that there is no such row. */
  load(attempts: readonly RecordKey[], sessions: readonly RecordKey[]): Promise<void>;
  /** Rows put since the last call of `handedOver`. */
  changed(): {
    readonly attempts: readonly AttemptRecord[];
    readonly sessions: readonly SessionRecord[];
    readonly calls: readonly ToolCallRecord[];
    /** How the rows change what clients have together. */
    readonly totals: readonly ClientTotals[];
  };
  /** What was changed so far is somebody else's to write: from now on only what comes after it is told. */
  handedOver(): void;
  /** What was handed over is in the store; what was not used for long is let go. */
  written(): void;
}

interface Rows<Row> {
  /** Undefined: not in memory, or no such row. Counts as use. */
  get(key: string): Row | undefined;
  /** As read from the store. */
  keep(key: string, row: Row): void;
  put(key: string, row: Row): void;
  missing(keys: readonly RecordKey[]): RecordKey[];
  changed(): readonly Change<Row>[];
  handedOver(): void;
  written(): void;
}

function createRows<Row>(limit: number): Rows<Row> {
  const rows = new Map<string, Row>();
  const changed = new Map<string, Change<Row>>();
  let newest: string | null = null;
  const keep = (key: string, row: Row): void => {
    // Many events in a row are of one attempt, which is the last used already.
    if (key !== newest) rows.delete(key);
    rows.set(key, row);
    newest = key;
  };
  return {
    get(key) {
      const row = rows.get(key);
      if (row !== undefined && key !== newest) keep(key, row);
      return row;
    },
    keep,
    put(key, row) {
      const earlier = changed.get(key);
      changed.set(key, { row, stored: earlier === undefined ? rows.get(key) : earlier.stored });
      keep(key, row);
    },
    missing(keys) {
      const wanted = new Map(keys.map((key) => [keyOf(key.tenant_id, key.id), key]));
      return [...wanted].flatMap(([text, key]) => (rows.has(text) ? [] : [key]));
    },
    changed: () => [...changed.values()],
    handedOver() {
      changed.clear();
    },
    written() {
      for (const key of rows.keys()) {
        if (rows.size <= limit) return;
        // What changed since cannot be read again yet.
        if (!changed.has(key)) rows.delete(key);
      }
    },
  };
}

/** A working set over the generation of `checkpoint` that lets go of rows beyond `limit`. */
export function createWorkingSet(
  store: ProjectionStore,
  { generation }: Pick<Checkpoint, 'generation'>,
  limit = 4_000,
): WorkingSet {
  const attempts = createRows<AttemptRecord>(limit);
  const sessions = createRows<SessionRecord>(limit);
  let calls: ToolCallRecord[] = [];
  return {
    attempt: (tenantId, id) => attempts.get(keyOf(tenantId, id)),
    session: (tenantId, id) => sessions.get(keyOf(tenantId, id)),
    putAttempt(record) {
      attempts.put(keyOf(record.tenant_id, record.attachment_attempt_id), record);
    },
    putSession(record) {
      sessions.put(keyOf(record.tenant_id, record.session_id), record);
    },
    putCall(record) {
      calls.push(record);
    },
    async load(attemptKeys, sessionKeys) {
      const wantedSessions = sessions.missing(sessionKeys);
      if (wantedSessions.length > 0) {
        for (const row of await store.loadSessions(generation, wantedSessions)) {
          sessions.keep(keyOf(row.tenant_id, row.session_id), row);
        }
      }
      const shown = sessionKeys.flatMap((key) =>
        (sessions.get(keyOf(key.tenant_id, key.id))?.attempts ?? []).map((id) => ({
          tenant_id: key.tenant_id,
          id,
        })),
      );
      const wantedAttempts = attempts.missing([...attemptKeys, ...shown]);
      if (wantedAttempts.length === 0) return;
      for (const row of await store.loadAttempts(generation, wantedAttempts)) {
        attempts.keep(keyOf(row.tenant_id, row.attachment_attempt_id), row);
      }
    },
    changed() {
      const changes = sessions.changed();
      return {
        attempts: attempts.changed().map(({ row }) => row),
        sessions: changes.map(({ row }) => row),
        calls,
        totals: totalsOf(changes),
      };
    },
    handedOver() {
      calls = [];
      attempts.handedOver();
      sessions.handedOver();
    },
    written() {
      attempts.written();
      sessions.written();
    },
  };
}
