/**
 * The closed and open lists of the wire. Open lists (everything here but {@link ServerStatus} and
 * {@link EvidenceLevel}) may grow: a reader keeps a value that it does not know.
 */

/** A value of an open list: the known ones are completed by editors, any other text is allowed. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** Who saw a fact. */
export type Witness = Open<
  'resolver' | 'host' | 'acp_relay' | 'in_session_endpoint' | 'front' | 'observer' | 'agent' | 'operator'
>;

/** Where a server comes from: ours or the host's own, named by host or profile, or reported by its own observer. */
export type Source = Open<'built_in' | 'profile' | 'observed'>;

/** How a server is spoken to. */
export type Transport = Open<'stdio' | 'http' | 'sse' | 'acp'>;

/** How a server's configuration reached the agent. */
export type Channel = Open<'acp' | 'cli_flag' | 'config_file' | 'environment'>;

/** What began an attachment attempt. */
export type Entry = Open<
  | 'session/new'
  | 'session/load'
  | 'session/resume'
  | 'session/fork'
  | 'session/reset'
  | 'passthrough'
  | 'observed'
>;

/**
 * How a call ended. `unanswered`: its request got no answer; it proves nothing of the server. `unread`: it got one, which was
 * too long to read, or encoded in a way that is not known.
 */
export type Outcome = Open<'ok' | 'tool_error' | 'protocol_error' | 'cancelled' | 'unanswered' | 'unread'>;

/** Legacy: `initialize` and sessions. Modern (2026-07-28): stateless requests that carry their own metadata. */
export type Era = 'legacy' | 'modern';

/** What is true of a server now. Closed. */
export type ServerStatus =
  | 'configured'
  | 'filtered'
  | 'unavailable'
  | 'delivered'
  | 'connected'
  | 'active'
  | 'disconnected'
  | 'failed';

/** The highest that a server reached in its attempt; never goes down. Closed, in this order. */
export type EvidenceLevel = 'configured' | 'delivered' | 'connected' | 'tools_loaded' | 'used';
