import type { ClientInfo, Era } from '@mcp-witness/evidence';

export const probeTransports = ['stdio', 'http', 'sse'] as const;
export type ProbeTransport = (typeof probeTransports)[number];

/** What one sentinel saw of the agent in one session call. */
export interface SentinelResult {
  readonly transport: ProbeTransport;
  /** The agent said at `initialize` that it takes such servers; stdio every agent has to. */
  readonly advertised: boolean;
  /** It stood in the session call. */
  readonly delivered: boolean;
  /** Null: it did not connect within the time. */
  readonly accepted: {
    readonly era: Era;
    readonly protocol_version: string;
    readonly client: ClientInfo | null;
    /** Milliseconds after the answer to the session call; negative: before it. Null without an answer. */
    readonly after_answer_ms: number | null;
  } | null;
  /** Null: no list was asked for. */
  readonly tool_count: number | null;
  readonly tool_calls: number;
}

/** How the agent answered a session call, and what it did with the servers that came with it. */
export interface CallResult {
  readonly method: string;
  /** The agent says that it takes this call. */
  readonly offered: boolean;
  /** Null: it was not asked. */
  readonly answer: 'ok' | 'refused' | 'none' | null;
  /** Of a refusal. */
  readonly error_code: number | null;
  readonly sentinels: readonly SentinelResult[];
  /** It took the call, used none of the addresses that came with it, and had connected to some of an earlier call. */
  readonly kept_previous: boolean;
}

/** What the agent did when a session was loaded or resumed with the servers that it has already. */
export interface AgainResult {
  readonly method: 'session/load' | 'session/resume';
  readonly answer: 'ok' | 'refused' | 'none';
  readonly error_code: number | null;
  /** It connected to at least one of them once more, whatever it answered. */
  readonly reconnected: boolean;
  /** It took the call, had connected to some of them before, and did not once more. */
  readonly kept_previous: boolean;
}

/** How the agent answered `session/close`, and what it did with its connections then. */
export interface CloseResult {
  readonly answer: 'ok' | 'refused' | 'none';
  readonly error_code: number | null;
  /** Transports over which it ended a connection within the time. */
  readonly ended: readonly ProbeTransport[];
}

/** What a probe found; it comes also when the agent failed. */
export interface ProbeResult {
  readonly command: readonly string[];
  readonly agent: { readonly name: string; readonly version: string | null } | null;
  readonly acp_version: number | null;
  readonly calls: readonly CallResult[];
  /** Before the later ones of `calls`. Null: it was not asked. */
  readonly again: AgainResult | null;
  /** After all of `calls`. Null: the agent does not offer it, or was not asked. */
  readonly close: CloseResult | null;
  /** Null: the turn was not asked for. */
  readonly prompt: 'ok' | 'refused' | 'none' | null;
  /** Why the probe ended early, as a sentence; null when it came to its end. */
  readonly failure: string | null;
  readonly duration_ms: number;
}
