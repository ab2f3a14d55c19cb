import type { CatalogTool, ClientInfo } from '../events/events.ts';
import type {
  Channel,
  Entry,
  Era,
  EvidenceLevel,
  ServerStatus,
  Source,
  Transport,
  Witness,
} from '../events/vocabulary.ts';

/** A session's report: its current attempt and the two before it, newest first. `version` is always 1. */
export interface History {
  readonly version: 1;
  readonly session_id: string;
  readonly task_id: string | null;
  readonly current: Attempt;
  readonly previous: readonly Attempt[];
  /** Log position of the newest event that is folded in. */
  readonly position: string;
}

/** One attachment attempt as its events tell it. Times are RFC 3339 UTC. */
export interface Attempt {
  readonly attachment_attempt_id: string;
  /** From 1, within its session. */
  readonly ordinal: number;
  readonly task_id: string | null;
  readonly session_id: string;
  readonly execution_id: string | null;
  readonly agent_id: string | null;
  readonly agent_profile_id: string | null;
  readonly acp_session_id: string | null;
  readonly entry: Entry;
  readonly forked_from: string | null;
  readonly started_at: string;
  readonly accepted_at: string | null;
  /** `recorded_at` of the last event that changed what this attempt shows. */
  readonly updated_at: string;
  readonly superseded_at: string | null;
  readonly superseded_by: string | null;
  readonly ended_at: string | null;
  readonly end_reason_code: string | null;
  readonly session_error: SessionError | null;
  readonly agent_kept_previous_attachment: boolean;
  readonly evidence_lost: EvidenceLost;
  readonly servers: readonly Server[];
  /** At most 64. */
  readonly evidence: readonly TimelineEntry[];
  readonly evidence_omitted: number;
  readonly findings: readonly Finding[];
}

/** The newest refused session call. It colours a server only where a structured field of the error names one. */
export interface SessionError {
  readonly reason_code: string;
  readonly summary: string;
  readonly at: string;
}

/** What is known to be missing from the evidence. */
export interface EvidenceLost {
  /** Events that an executor had to drop. */
  readonly count: number;
  /** Numbers missing in the producers' sequences. */
  readonly gaps: number;
}

/** One server by its configured name: what is true of it now, how far it got, and when. Times are null until seen. */
export interface Server {
  readonly name: string;
  /** Null when it was never resolved. */
  readonly source: Source | null;
  readonly transport: Transport | null;
  readonly target: string | null;
  readonly observed: boolean;
  readonly status: ServerStatus;
  readonly evidence: EvidenceLevel;
  readonly reason_code: string | null;
  readonly summary: string | null;
  readonly channel: Channel | null;
  readonly protocol_version: string | null;
  readonly era: Era | null;
  readonly client: ClientInfo | null;
  /** The newest connection. */
  readonly connection_id: string | null;
  /** At most 8, newest first. */
  readonly connections: readonly Connection[];
  readonly connection_count: number;
  readonly duplicates: readonly Duplicate[];
  readonly configured_at: string | null;
  readonly filtered_at: string | null;
  readonly delivered_at: string | null;
  readonly connected_at: string | null;
  readonly tools_listed_at: string | null;
  readonly used_at: string | null;
  readonly failed_at: string | null;
  readonly disconnected_at: string | null;
  /** Null until listed. */
  readonly tool_count: number | null;
  readonly tools_list_complete: boolean | null;
  readonly tools_stale: boolean;
  /** At most 128, by name. Absent where only the digest travels. */
  readonly tools?: readonly CatalogTool[] | null;
  readonly tool_catalog_truncated: boolean;
  readonly tool_catalog_digest: string | null;
  readonly tool_token_estimator: string | null;
  readonly estimated_tokens_total: number | null;
  readonly tool_call_count: number;
  readonly tool_error_count: number;
  readonly problem_report_count: number;
  readonly problem_reported_at: string | null;
  readonly endpoint_test: EndpointTest | null;
}

/** One legacy transport client of a server. Modern requests have none. */
export interface Connection {
  readonly connection_id: string;
  readonly era: Era;
  readonly protocol_version: string | null;
  readonly client: ClientInfo | null;
  readonly opened_at: string;
  readonly tools_listed_at: string | null;
  readonly closed_at: string | null;
  readonly close_reason_code: string | null;
  readonly tool_call_count: number;
}

/** A second configuration that the host sent under the same name. */
export interface Duplicate {
  readonly transport: Transport;
  readonly target: string;
}

/** The newest test of the endpoint by an operator; no part of any status. Times are in milliseconds. */
export interface EndpointTest {
  readonly tested_at: string;
  readonly reachable: boolean;
  readonly succeeded: boolean;
  readonly stage: string | null;
  readonly reason_code: string | null;
  readonly warnings: readonly string[];
  readonly summary: string | null;
  readonly duration_ms: number;
  readonly budget_ms: number;
  readonly protocol_version: string | null;
  readonly tool_count: number | null;
  /** Lines on standard output that are no messages; absent where none were counted. */
  readonly noise_lines?: number;
}

/** One entry of the bounded timeline: an event, or several of one kind with their count. */
export interface TimelineEntry {
  /** The event's type. */
  readonly kind: string;
  readonly server_name: string | null;
  readonly occurred_at: string;
  readonly recorded_at: string;
  readonly witness: Witness;
  readonly reason_code: string | null;
  readonly summary: string | null;
  readonly connection_id: string | null;
  /** How many events this entry stands for. */
  readonly count: number;
  /** The producer's clock was more than five minutes off. */
  readonly clock_skew: boolean;
}

/** What a reader should know beside the statuses: a code of the tree, and a sentence of ours. */
export interface Finding {
  readonly code: string;
  readonly server_name: string | null;
  readonly summary: string;
}

/** One session in one row, by its current attempt. */
export interface SessionStatus {
  readonly session_id: string;
  readonly task_id: string | null;
  readonly agent_id: string | null;
  readonly client: ClientInfo | null;
  readonly host: string | null;
  readonly working_directory: string | null;
  readonly current_attempt_id: string;
  readonly ordinal: number;
  readonly connected: boolean;
  readonly started_at: string;
  readonly last_activity_at: string;
  readonly ended_at: string | null;
  readonly session_error: SessionError | null;
  readonly servers: readonly SessionServer[];
  /** Status to the number of servers in it. */
  readonly counts: Readonly<Partial<Record<ServerStatus, number>>>;
  readonly position: string;
}

/** A server in a session's row, named as in {@link Server}. */
export interface SessionServer {
  readonly name: string;
  readonly source: Source | null;
  readonly status: ServerStatus;
  readonly evidence: EvidenceLevel;
  readonly reason_code: string | null;
  readonly tool_count: number | null;
  readonly used_at: string | null;
}
