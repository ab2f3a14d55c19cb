import type { Channel, Entry, Era, Outcome, Source, Transport, Witness } from './vocabulary.ts';

/** Name and version that an MCP client gave for itself. */
export interface ClientInfo {
  readonly name: string;
  readonly version?: string | null;
}

/** Who made an event, and its place in that producer's own order within the attempt (from 1). */
export interface Producer {
  readonly id: string;
  readonly sequence: number;
}

/**
 * One tool of a catalog. From an executor: as served, schema unbounded. Stored: within the limits of
 * {@link limitCatalog}. `estimated_tokens` is of the whole tool as served, absent when it could not be had.
 */
export interface CatalogTool {
  readonly name: string;
  readonly description?: string | null;
  readonly input_schema?: unknown;
  readonly input_schema_truncated?: boolean;
  readonly input_schema_reason?: 'too_large' | 'invalid' | null;
  readonly estimated_tokens?: number | null;
  readonly text_cleaned?: boolean;
}

/** An attachment attempt begins. */
export interface AttemptStartedData {
  readonly task_id?: string | null;
  readonly session_id: string;
  readonly execution_id?: string | null;
  readonly agent_id?: string | null;
  readonly agent_profile_id?: string | null;
  readonly entry: Entry;
  readonly configuration_revision?: string | null;
  /** Session id of the parent of a fork. */
  readonly forked_from?: string | null;
  readonly host?: string | null;
  readonly pid?: number | null;
  /** The last segment only. */
  readonly working_directory?: string | null;
}

/** The session was meant to get this server. */
export interface ServerResolvedData {
  readonly server_name: string;
  readonly source: Source;
  readonly transport: Transport;
  /** Reduced: `scheme://host[:port]`, or the executable's basename. */
  readonly target: string;
  /** True when our endpoint, a front or an observer carries its traffic. */
  readonly observed: boolean;
  readonly duplicate_of_name?: string | null;
}

/** Why a server was left out on purpose (`server-filtered`), or could not be prepared (`server-unavailable`). */
export interface ServerReasonData {
  readonly server_name: string;
  readonly reason_code: string;
  readonly summary?: string | null;
}

/** The server's configuration went out to the agent. Whether the agent connects is another fact. */
export interface ServerDeliveredData {
  readonly server_name: string;
  readonly channel: Channel;
  readonly transport: Transport;
}

/** The agent answered the session call with success. */
export interface SessionAcceptedData {
  readonly acp_session_id?: string | null;
}

/**
 * A successful answer to `initialize`, `server/discover` or a modern request. Told once for a connection; of the modern
 * protocol once for each version and client.
 */
export interface ProtocolAcceptedData {
  readonly server_name: string;
  readonly era: Era;
  readonly protocol_version: string;
  /** Legacy only. */
  readonly connection_id?: string | null;
  readonly client?: ClientInfo | null;
}

/** The server or its endpoint answered no. Evidence, and never a failure by itself. */
export interface ProtocolRefusedData {
  readonly server_name: string;
  readonly reason_code: string;
  readonly connection_id?: string | null;
}

/** One answered page of a tools list, with the sums of its walk so far. */
export interface ToolsListedData {
  readonly server_name: string;
  readonly connection_id?: string | null;
  /** Entries served in this walk so far. */
  readonly tool_count: number;
  /** Pages served in this walk so far. */
  readonly pages: number;
  /** No cursor was left unused. */
  readonly complete: boolean;
  /** SHA-256, lower hex, of {@link canonicalCatalog} of all tools of this walk so far, as served. */
  readonly catalog_digest?: string | null;
  /** All tools of this walk so far. The service keeps them apart from the event, by digest. */
  readonly tools?: readonly CatalogTool[] | null;
  readonly tool_catalog_truncated?: boolean | null;
  readonly tool_token_estimator?: string | null;
  readonly estimated_tokens_total?: number | null;
  /** Such as `pagination_loop`. */
  readonly warnings?: readonly string[] | null;
}

/** The server said that its list of tools is not what it was. */
export interface ToolsChangedData {
  readonly server_name: string;
  readonly connection_id?: string | null;
}

/** One call and how it ended. Never arguments or results. Times in milliseconds, sizes in bytes. */
export interface ToolCalledData {
  readonly server_name: string;
  readonly connection_id?: string | null;
  /** Built-in and observer-owned servers only. */
  readonly tool_name?: string | null;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: Outcome;
  readonly error_code?: string | null;
  readonly result_bytes: number;
  readonly round_trips: number;
  readonly workspace?: string | null;
}

/** An attachment could not be started, reached, delivered or materialised, or the agent said so in a structured field. */
export interface AttachmentFailedData {
  /** Absent: the failure is the attempt's, and no server's. */
  readonly server_name?: string | null;
  readonly reason_code: string;
  readonly summary: string;
  readonly connection_id?: string | null;
}

/** A connection ended. Silence closes nothing. */
export interface ConnectionClosedData {
  readonly server_name: string;
  readonly connection_id: string;
  readonly reason_code: string;
}

/** An operator's test of an endpoint, times in milliseconds. Never evidence of an attachment. */
export interface EndpointTestedData {
  readonly server_name: string;
  readonly reachable: boolean;
  readonly succeeded: boolean;
  readonly stage?: string | null;
  readonly reason_code?: string | null;
  readonly warnings: readonly string[];
  readonly summary?: string | null;
  readonly duration_ms: number;
  readonly budget_ms: number;
  readonly protocol_version?: string | null;
  readonly tool_count?: number | null;
  /** Lines on standard output that are no messages. */
  readonly noise_lines?: number | null;
}

/** Another attempt took this one's place in its session. */
export interface AttemptSupersededData {
  /** The attempt id that took its place. */
  readonly by: string;
}

/** The agent's process ended, or its session did. After it nothing turns green. */
export interface ExecutionEndedData {
  readonly reason_code: string;
  readonly exit_code?: number | null;
}

/** Events were dropped before they could be sent: how many, and for want of what room. */
export interface EvidenceLostData {
  readonly count: number;
  readonly reason_code: string;
}

/** The agent says that something is wrong with a server. Counted and timed; its text is never stored, never a status. */
export interface ProblemReportedData {
  readonly server_name: string;
}

/** Event type to its data: the one list of event types. */
export interface EvidenceData {
  'attempt-started': AttemptStartedData;
  'server-resolved': ServerResolvedData;
  'server-filtered': ServerReasonData;
  'server-unavailable': ServerReasonData;
  'server-delivered': ServerDeliveredData;
  'session-accepted': SessionAcceptedData;
  'protocol-accepted': ProtocolAcceptedData;
  'protocol-refused': ProtocolRefusedData;
  'tools-listed': ToolsListedData;
  'tools-changed': ToolsChangedData;
  'tool-called': ToolCalledData;
  'attachment-failed': AttachmentFailedData;
  'connection-closed': ConnectionClosedData;
  'endpoint-tested': EndpointTestedData;
  'attempt-superseded': AttemptSupersededData;
  'execution-ended': ExecutionEndedData;
  'evidence-lost': EvidenceLostData;
  'problem-reported': ProblemReportedData;
}

/** The types of events that we know. Others are refused as `unknown_type`. */
export type EvidenceType = keyof EvidenceData;

interface Envelope<Type extends EvidenceType> {
  /** UUIDv7, unique within its attempt. */
  readonly event_id: string;
  readonly type: Type;
  readonly attachment_attempt_id: string;
  /** RFC 3339, the producer's clock. */
  readonly occurred_at: string;
  readonly producer: Producer;
  readonly witness: Witness;
  readonly data: EvidenceData[Type];
}

/** One fact as its producer sends it. */
export type EvidenceEvent = { [Type in EvidenceType]: Envelope<Type> }[EvidenceType];

/** The event of one type. */
export type EvidenceOf<Type extends EvidenceType> = Envelope<Type>;

interface Recorded {
  readonly tenant_id: string;
  readonly session_id: string;
  /** Place in its attempt's stream, from 0. */
  readonly stream_position: number;
  /** Opaque, ordered by length then text. */
  readonly global_position: string;
  /** RFC 3339 UTC with microseconds, assigned under the log's lock, strictly rising. */
  readonly recorded_at: string;
  readonly schema_version: number;
}

/** One fact as the log holds it. */
export type RecordedEvidence = { [Type in EvidenceType]: Envelope<Type> & Recorded }[EvidenceType];
