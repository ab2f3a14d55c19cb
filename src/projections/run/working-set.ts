import { keyOf } from '../store/key.ts';
import type { Checkpoint, ProjectionStore, RecordKey } from '../store/projection-store.ts';
import type { AttemptRecord, SessionRecord } from '../store/records.ts';

/** The rows in memory: those of the work at hand, and the last used ones of earlier work, so that they are not read again. */
export interface WorkingSet {
  attempt(tenantId: string, id: string): AttemptRecord | undefined;
  session(tenantId: string, id: string): SessionRecord | undefined;
  putAttempt(record: AttemptRecord): void;
  putSession(record: SessionRecord): void;
  /** Reads what is named and not here. Afterwards absence means that there is no such row. */
  load(attempts: readonly RecordKey[], sessions: readonly RecordKey[]): Promise<void>;
  /** Rows put since the last call of `written`. */
  changed(): { readonly attempts: readonly AttemptRecord[]; readonly sessions: readonly SessionRecord[] };
  /** What was changed is in the store; what was not used for long is let go. */
  written(): void;
}

class Rows<Row> {
  readonly rows = new Map<string, Row>();
  readonly changed = new Map<string, Row>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Row | undefined {
    const row = this.rows.get(key);
    if (row === undefined) return undefined;
    this.rows.delete(key);
    this.rows.set(key, row);
    return row;
  }

  put(key: string, row: Row): void {
    this.rows.delete(key);
    this.rows.set(key, row);
    this.changed.set(key, row);
  }

  missing(keys: readonly RecordKey[]): RecordKey[] {
    const wanted = new Map<string, RecordKey>();
    for (const key of keys) {
      const text = keyOf(key.tenant_id, key.id);
      if (!this.rows.has(text)) wanted.set(text, key);
    }
    return [...wanted.values()];
  }

  written(): void {
    this.changed.clear();
    for (const key of this.rows.keys()) {
      if (this.rows.size <= this.#limit) return;
      this.rows.delete(key);
    }
  }
}

/** A working set over the generation of `checkpoint` that lets go of rows beyond `limit`. */
export function createWorkingSet(
  store: ProjectionStore,
  { generation }: Pick<Checkpoint, 'generation'>,
  limit = 4_000,
): WorkingSet {
  const attempts = new Rows<AttemptRecord>(limit);
  const sessions = new Rows<SessionRecord>(limit);
  return {
    attempt: (tenantId, id) => attempts.get(keyOf(tenantId, id)),
    session: (tenantId, id) => sessions.get(keyOf(tenantId, id)),
    putAttempt(record) {
      attempts.put(keyOf(record.tenant_id, record.attachment_attempt_id), record);
    },
    putSession(record) {
      sessions.put(keyOf(record.tenant_id, record.session_id), record);
    },
    async load(attemptKeys, sessionKeys) {
      const wantedSessions = sessions.missing(sessionKeys);
      if (wantedSessions.length > 0) {
        for (const row of await store.loadSessions(generation, wantedSessions)) {
          sessions.rows.set(keyOf(row.tenant_id, row.session_id), row);
        }
      }
      const shown = sessionKeys.flatMap((key) =>
        (sessions.rows.get(keyOf(key.tenant_id, key.id))?.attempts ?? []).map((id) => ({
          tenant_id: key.tenant_id,
          id,
        })),
      );
      const wantedAttempts = attempts.missing([...attemptKeys, ...shown]);
      if (wantedAttempts.length === 0) return;
      for (const row of await store.loadAttempts(generation, wantedAttempts)) {
        attempts.rows.set(keyOf(row.tenant_id, row.attachment_attempt_id), row);
      }
    },
    changed: () => ({ attempts: [...attempts.changed.values()], sessions: [...sessions.changed.values()] }),
    written() {
      attempts.written();
      sessions.written();
    },
  };
}
