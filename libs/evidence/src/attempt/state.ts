import type { CatalogTool, ClientInfo } from '../events/events.ts';
import type { Channel, Entry, Era, Source, Transport } from '../events/vocabulary.ts';
import type { EndpointTest, TimelineEntry } from '../report/report.ts';
import type { Mark } from './mark.ts';
import type { Ranges } from './ranges.ts';

/*
 * What an attempt's events leave behind: plain JSON data. What statuses are made of is kept per producer, each fact
 * with its place in that producer's own order, and only put together when a report is asked for. So no status can
 * depend on how the events of different producers interleave.
 * Producers are named by their index in `AttemptState.producers`. Names are never keys of an object.
 */

/** A reason that some producer gave, at its place in that producer's order. */
export interface Reason {
  readonly mark: Mark;
  readonly at: string;
  readonly reason_code: string;
  readonly summary: string | null;
}

/** What one producer said of one connection. */
export interface ConnectionFacts {
  readonly producer: number;
  /** Newest acceptance of the protocol. */
  readonly accepted: Mark | null;
  /** Newest sign that it works: acceptance, tools served, a call served. */
  readonly alive: Mark | null;
  readonly failed: Mark | null;
  /** Newest end, `process_exited` among them. */
  readonly closed: Reason | null;
}

export interface ConnectionState {
  readonly connection_id: string;
  readonly facts: readonly ConnectionFacts[];
  /** Tools were listed or a call was served on it. */
  readonly active: boolean;
  readonly protocol_version: string | null;
  readonly client: ClientInfo | null;
  /** Null until it is known to have been accepted. */
  readonly opened: { readonly at: string; readonly position: number } | null;
  readonly tools_listed_at: string | null;
  readonly tool_call_count: number;
}

/** What one producer said of one server, connections aside. */
export interface ServerFacts {
  readonly producer: number;
  /** First sign that the server works, over any connection or none. */
  readonly first: Mark | null;
  /** Newest sign of it. */
  readonly alive: Mark | null;
  /** The same, of evidence without a connection. */
  readonly unbound: Mark | null;
  /** Newest failure that names no connection. */
  readonly failed: Reason | null;
  /** Newest failure that names a connection. */
  readonly connectionFailed: Reason | null;
  /** Newest end of the server's process that names no connection. */
  readonly exited: Reason | null;
  /** Newest end of a working connection that is no longer held in detail. */
  readonly closed: Mark | null;
  readonly filtered: Reason | null;
  readonly unavailable: Reason | null;
  readonly refused: Reason | null;
  readonly toolsChanged: { readonly mark: Mark; readonly at: string } | null;
}

/** How one producer resolved one server's name. */
export interface Resolution {
  readonly producer: number;
  readonly mark: Mark;
  readonly at: string;
  readonly source: Source;
  readonly transport: Transport;
  readonly target: string;
  readonly observed: boolean;
  readonly duplicate: boolean;
}

/** The tools list that is shown. */
export interface Listing {
  readonly producer: number;
  readonly mark: Mark;
  readonly at: string;
  readonly tool_count: number;
  readonly complete: boolean;
  readonly tools: readonly CatalogTool[] | null;
  readonly truncated: boolean;
  readonly digest: string | null;
  readonly estimator: string | null;
  readonly estimated_tokens_total: number | null;
}

/** The newest acceptance, for what it says of the protocol. */
interface Acceptance {
  readonly position: number;
  readonly era: Era;
  readonly protocol_version: string;
  readonly client: ClientInfo | null;
}

export interface ServerState {
  readonly name: string;
  readonly resolutions: readonly Resolution[];
  readonly facts: readonly ServerFacts[];
  /** All that are open, the eight newest of the others. */
  readonly connections: readonly ConnectionState[];
  /** Accepted connections no longer held in detail. */
  readonly forgotten: { readonly count: number; readonly ids: readonly number[] };
  /** Tools were listed or a call was served without a connection. */
  readonly unboundActive: boolean;
  readonly acceptedModern: boolean;
  readonly channel: Channel | null;
  readonly acceptance: Acceptance | null;
  readonly delivered_at: string | null;
  readonly filtered_at: string | null;
  readonly connected_at: string | null;
  readonly tools_listed_at: string | null;
  readonly used_at: string | null;
  readonly listing: Listing | null;
  readonly warnings: readonly string[];
  readonly tool_call_count: number;
  readonly tool_error_count: number;
  readonly problem_report_count: number;
  readonly problem_reported_at: string | null;
  readonly endpoint_test: EndpointTest | null;
}

/** When a producer saw something by its own clock, and when the log recorded it. */
export interface Sighting {
  readonly at: string;
  readonly recorded_at: string;
}

export interface ProducerState {
  readonly id: string;
  /** Sequence numbers that have arrived. */
  readonly seen: Ranges;
  /** By its own clock: the first time it saw that this attempt had been delivered. */
  readonly delivery_at: string | null;
  /** The last time, by its own clock, that it saw the protocol accepted, tools listed or a call. */
  readonly used: Sighting | null;
  /** The first such time that was recorded after the attempt was superseded. */
  readonly usedLate: Sighting | null;
}

/** The first end of the execution by the clocks of those who saw it. */
interface Ending {
  readonly at: string;
  readonly reason_code: string;
  readonly producer_id: string;
}

/** The newest failure that is the attempt's. */
interface SessionErrorState extends Reason {
  readonly producer_id: string;
}

/** What the start of an attempt said. */
export interface Start {
  readonly task_id: string | null;
  readonly execution_id: string | null;
  readonly agent_id: string | null;
  readonly agent_profile_id: string | null;
  readonly entry: Entry;
  readonly forked_from: string | null;
  readonly host: string | null;
  readonly working_directory: string | null;
  readonly started_at: string;
}

export interface HeldEntry extends TimelineEntry {
  /** Not the first of its kind for its server: makes room when there is none. */
  readonly repeat: boolean;
}

export interface TimelineState {
  readonly entries: readonly HeldEntry[];
  readonly omitted: number;
}

/** The fold of an attempt's events so far: plain JSON, which may be stored as text and continued from. */
export interface AttemptState {
  readonly version: 1;
  readonly attachment_attempt_id: string;
  readonly session_id: string;
  /** Stream positions that are folded in. */
  readonly seen: Ranges;
  /** Log position of the newest of them; empty before the first. */
  readonly position: string;
  readonly first_at: string;
  readonly updated_at: string;
  readonly start: Start | null;
  readonly acp_session_id: string | null;
  readonly accepted_at: string | null;
  readonly superseded: { readonly by: string; readonly at: string } | null;
  readonly ended: Ending | null;
  readonly session_error: SessionErrorState | null;
  readonly lost: number;
  readonly producers: readonly ProducerState[];
  readonly servers: readonly ServerState[];
  readonly serversOmitted: boolean;
  readonly producersOmitted: boolean;
  readonly timeline: TimelineState;
}
