import type { ServerEntry } from '../fronts/index.ts';
import type { codes, Source, Transport } from '@mcp-witness/evidence';

type Codes<Group extends keyof typeof codes.reason> =
  (typeof codes.reason)[Group][keyof (typeof codes.reason)[Group]];

/** What becomes of one server of an attempt. */
export type Outcome =
  /** It stands in what the agent is sent, under this transport. */
  | { readonly kind: 'delivered'; readonly transport: Transport }
  | { readonly kind: 'filtered'; readonly reason_code: Codes<'filtered'>; readonly summary: string }
  | { readonly kind: 'unavailable'; readonly reason_code: Codes<'unavailable'>; readonly summary: string }
  | { readonly kind: 'failed'; readonly reason_code: Codes<'failed'>; readonly summary: string }
  /** The session was meant to have it; nobody said that it gets it. */
  | { readonly kind: 'expected' };

export interface PlannedServer {
  readonly name: string;
  /** Null: another server has the row of this name, and this one is not shown as configured there. */
  readonly configuration: {
    readonly source: Source;
    readonly transport: Transport;
    /** A URL, or an executable; not reduced, must not leave the process. */
    readonly address: string;
    /** Seen on the wire, or resolved from the profile. */
    readonly witness: 'acp_relay' | 'resolver';
    readonly observed: boolean;
    readonly duplicate: boolean;
  } | null;
  readonly outcome: Outcome;
  /** It is ours: the in-session endpoint is it. */
  readonly inSession?: boolean;
  /** As configured, without what we put before it; null or absent where only the agent understands it. */
  readonly original?: ServerEntry | null;
}

/** A server that goes in behind those of the host, if it is to be delivered. */
export interface Addition {
  readonly planned: PlannedServer;
  readonly entry: ServerEntry | null;
}

export const filtered = (reason_code: Codes<'filtered'>, summary: string): Outcome => ({
  kind: 'filtered',
  reason_code,
  summary,
});

export const unavailable = (reason_code: Codes<'unavailable'>, summary: string): Outcome => ({
  kind: 'unavailable',
  reason_code,
  summary,
});
