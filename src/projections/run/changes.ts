import type { History } from '@mcp-witness/evidence';
import type { Position } from '@mcp-witness/event-log';

/** A session's report is not what it was. */
export interface SessionChange {
  readonly tenant_id: string;
  readonly session_id: string;
  /** Newest event of the session that is folded in. */
  readonly position: Position;
  /** False: folded in memory, but its rows could not be written yet. The same position follows as durable later. */
  readonly durable: boolean;
  /** The report as of this change or a later one, without tools. Null: not there any more. */
  read(): Promise<History | null>;
}

type Listener = (change: SessionChange) => void;

/** Where changes of reports are told inside one process, in position order for any one session. */
export interface Changes {
  publish(change: SessionChange): void;
  /** Returns the way to stop listening. A listener must not throw and must not block. */
  listen(listener: Listener): () => void;
}

/** The injection token of {@link Changes}. */
export const CHANGES = Symbol('CHANGES');

export function createChanges(): Changes {
  const listeners = new Set<Listener>();
  return {
    publish(change) {
      for (const listener of listeners) listener(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
