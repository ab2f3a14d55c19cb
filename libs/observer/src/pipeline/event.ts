import type { Correlation, Listing, Observation } from '../observation.ts';
import type { TracePlace } from './trace.ts';

/** Who the owner's hook says it is. */
export interface Actor {
  /** 1 to 256 bytes. */
  readonly id: string;
  readonly name: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** The agent, as it calls itself: told by nobody else, and proven by nothing. */
export interface AgentLabel {
  readonly name: string;
  /** The agent that it says it works for. */
  readonly parent: string | null;
}

/** What ties an event to a session: what the observation says, or what the owner's hook resolved. */
export type EventCorrelation =
  | Correlation
  /** The digest of the server's label and what `resolveSession` gave: the same for the same session in every process. */
  | { readonly rung: 'resolved'; readonly value: string };

/** How the handle in a call was read; null where handles are off or the tool takes none. */
export type HandleState = 'issued' | 'supplied' | 'expired' | 'unrecognised';

/**
 * What leaves the process: the observation without its content, and of the content what the options allow by name,
 * redacted and cut. Plain JSON, frozen by nobody: sinks share it and must not change it.
 */
export interface ObservedEvent extends Omit<Observation, 'content' | 'listing' | 'correlation' | 'kind'> {
  readonly kind: Observation['kind'] | 'missing_tool';
  readonly correlation: EventCorrelation;
  /** `served` is null unless the sink asked for it. */
  readonly listing: Listing | null;
  /** The code of a JSON-RPC error. */
  readonly rpc_code: number | null;
  readonly trace: TracePlace;
  readonly handle: HandleState | null;
  readonly agent: AgentLabel | null;
  readonly actor: Actor | null;
  /** At most 50; names `[A-Za-z0-9_.:$-]{1,64}`, values of at most 200 bytes. */
  readonly tags: Readonly<Record<string, string>> | null;
  /** JSON of at most 8 KiB. */
  readonly properties: Readonly<Record<string, unknown>> | null;
  /** Of a custom event, or what was looked for and not found: at most 600 bytes. */
  readonly text: string | null;
  /** `name=value; …`: strings of at most 160 bytes each, 600 in all. */
  readonly arguments_summary: string | null;
  /** The arguments that the options name, strings of at most 1,024 bytes. */
  readonly arguments: Readonly<Record<string, unknown>> | null;
  /** The members of `structuredContent` that the options name. */
  readonly result: Readonly<Record<string, unknown>> | null;
  /** The request headers that the options name. */
  readonly headers: Readonly<Record<string, string>> | null;
}
