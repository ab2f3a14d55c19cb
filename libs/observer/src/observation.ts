import type { ClientInfo } from '@mcp-witness/evidence';

/** What was seen. An open list for readers: take a kind that you do not know as `request`. */
export type ObservationKind =
  | 'initialize'
  | 'discover'
  | 'list'
  | 'call'
  | 'resource'
  | 'prompt'
  | 'completion'
  | 'elicitation'
  | 'sampling'
  | 'roots'
  | 'subscription'
  | 'request'
  | 'cancellation'
  | 'list_changed'
  | 'rejection'
  | 'closed'
  | 'custom';

/** How a request ended; null where nothing was asked. An open list for readers. */
export type Outcome =
  'ok' | 'tool_error' | 'protocol_error' | 'cancelled' | 'unanswered' | 'unread' | 'rejected';

/** Where the client's name comes from, the surest first. */
export type ClientRung = 'envelope' | 'meta' | 'initialize' | 'first_call';

export interface SeenClient extends ClientInfo {
  readonly rung: ClientRung;
}

/**
 * What ties an observation to a session, the surest first: the token that a relay gave the server, an explicit
 * handle, the transport's session, the process of a server that serves one client, the trace. `none`: nothing does.
 */
export type Correlation =
  | {
      readonly rung: 'attempt_token';
      readonly attachment_attempt_id: string;
      /** The server's configured name in that attempt. */
      readonly server_name: string;
    }
  | { readonly rung: 'handle'; readonly session_id: string }
  /** A random id of ours for the transport's session: its own id is told to nobody. */
  | { readonly rung: 'transport_session'; readonly value: string }
  | { readonly rung: 'process'; readonly value: string }
  | { readonly rung: 'traceparent'; readonly value: string }
  | { readonly rung: 'none' };

/** A walk over the pages of a list, up to and with the page that was answered. */
export interface Listing {
  readonly of: 'tools' | 'prompts' | 'resources' | 'resource_templates';
  readonly count: number;
  readonly pages: number;
  readonly complete: boolean;
  readonly looped: boolean;
  /** The entries as they were served; null when the walk was too long to keep or its beginning was not seen. */
  readonly served: readonly unknown[] | null;
}

/**
 * What the request and its answer held, by reference, as the host owns it: hostile getters, cycles and any size are to
 * be expected. It is read by hooks and by what the options allow, within containment, and never kept or sent as it is.
 */
export interface Content {
  /** `params` of the request. */
  readonly params: unknown;
  /** `result` of the answer; undefined where there is none. */
  readonly result: unknown;
  /** `error` of the answer; undefined where there is none. */
  readonly error: unknown;
  /** What the transport passed beside the message (`authInfo`, the HTTP request); undefined where there is none. */
  readonly extra: unknown;
}

/** One fact about one server, told once and never changed. */
export interface Observation {
  /** Unique within the process. */
  readonly id: string;
  readonly kind: ObservationKind;
  /** The server's label, as the options name it. */
  readonly server: string;
  /**
   * The JSON-RPC method; one that the protocol does not know is cleaned and cut as names are. Null for a close, for
   * custom ones, and for a request that was turned away unread.
   */
  readonly method: string | null;
  /** `server` for what the server asks of the client (sampling, elicitation, roots). */
  readonly asked_by: 'client' | 'server';
  /** Milliseconds since 1970 when it began. */
  readonly at: number;
  /** Milliseconds, with fractions; over all round trips. Null where nothing was asked. */
  readonly duration_ms: number | null;
  readonly outcome: Outcome | null;
  /** Matches `[a-z][a-z0-9_]{0,63}`. */
  readonly error_code: string | null;
  /** Why the door was closed, as a reason code of refusals; for an observation that is one. */
  readonly reason_code: string | null;
  /** Of the tool or prompt; cleaned of secrets and controls, cut to 256 bytes. Resource addresses are content. */
  readonly name: string | null;
  /** UTF-8 bytes of the result as JSON; 0 without one. Measured when it is read. */
  readonly result_bytes: number;
  /** Requests of one logical call: a server may ask for input in between. */
  readonly round_trips: number;
  readonly era: 'legacy' | 'modern' | null;
  /** Null only where nobody said it. */
  readonly protocol_version: string | null;
  readonly client: SeenClient | null;
  readonly correlation: Correlation;
  /** One legacy transport client; null over the modern protocol. */
  readonly connection_id: string | null;
  readonly transport: 'stdio' | 'http' | 'sse' | 'memory' | 'unknown';
  readonly listing: Listing | null;
  /** The observation within which this one was asked, in the same process. */
  readonly parent_id: string | null;
  /** The 55 characters of version, ids and flags of the request's `_meta` or HTTP header, where it is well formed. */
  readonly traceparent: string | null;
  /** Beside it; null where it is not well formed, longer than 512 characters, or holds a secret of known shape. */
  readonly tracestate: string | null;
  /** Null where nothing was sent. */
  readonly content: Content | null;
}
