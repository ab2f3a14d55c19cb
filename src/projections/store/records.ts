import type { Position } from '@mcp-witness/event-log';
import type {
  AttemptState,
  ClientInfo,
  EvidenceOf,
  History,
  SessionState,
  SessionStatus,
} from '@mcp-witness/evidence';

/** The fold of one attempt's stream, as far as it is known. Replaced, never changed. */
export interface AttemptRecord {
  readonly tenant_id: string;
  readonly attachment_attempt_id: string;
  readonly session_id: string;
  readonly position: Position;
  readonly state: AttemptState;
}

/** The fold of one session's stream, and what lists show of the session. */
export interface SessionRecord {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly first_position: Position;
  /** Newest event of the session or of one of its attempts that is folded in. */
  readonly position: Position;
  /** The newest attempt that is known has not seen its execution end. */
  readonly connected: boolean;
  /** Place of the log at which `connected` last became what it is. */
  readonly connected_changed: Position;
  readonly state: SessionState;
  /** The attempts that its report is made from, newest first. */
  readonly attempts: readonly string[];
  /** Null until one of its attempts is known; the session is not shown before. */
  readonly status: SessionStatus | null;
  /** The report without tools, for the views; null until it is shown, and not read back. */
  readonly history: History | null;
  /** Tool calls of all its attempts, and those of them that ended in an error. */
  readonly calls: number;
  readonly errors: number;
}

/** What one attempt needs of the catalogs: none when it was superseded. */
export interface CatalogNeeds {
  readonly tenant_id: string;
  readonly attachment_attempt_id: string;
  readonly digests: readonly string[];
}

/** A client as a key: the JSON text of how it named itself; empty where none did. */
export const clientKey = (client: ClientInfo | null | undefined): string =>
  client ? JSON.stringify({ name: client.name, version: client.version ?? null }) : '';

/** What to add to a client's totals, or what they are. */
export interface ClientTotals {
  readonly tenant_id: string;
  readonly shard: number;
  /** See {@link clientKey}. */
  readonly client: string;
  readonly sessions: number;
  readonly calls: number;
  readonly errors: number;
}

/** One tool call. */
export interface ToolCallRecord {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly position: Position;
  readonly attachment_attempt_id: string;
  readonly recorded_at: string;
  readonly call: EvidenceOf<'tool-called'>['data'];
}
