import type { Attempt, History } from '@mcp-witness/evidence';
import type { Fact } from '../journal/fact.ts';

/** Counts tokens of whole tools as served; `null` where an estimate could not be had. Bounded in time by its maker. */
export interface ToolEstimates {
  estimate(tools: readonly unknown[]): Promise<(number | null)[]>;
}

export interface EndpointOptions {
  /** Called in the order in which things happened, per attempt. What it throws is dropped. */
  readonly onEvidence: (attempt_id: string, evidence: Fact) => void;
  /** What the attempt's session really has. Null: nothing known. May be slow or reject: the agent is told so within two seconds. */
  readonly readReport: (attempt_id: string) => Promise<History | Attempt | null>;
  readonly tokens?: ToolEstimates;
}

/** What an agent needs to reach the endpoint of one attempt, in the shape of ACP's `http` server. */
export interface EndpointAddress {
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The in-session MCP endpoint on loopback. Each attempt has an address of its own, so a frame says by itself which
 * attempt it belongs to; an address keeps working after its attempt was superseded, until it is ended.
 */
export interface Endpoint {
  /** The same attempt again gives the same address. */
  addAttempt(attempt_id: string, options: { readonly server_name: string }): EndpointAddress;
  /** Closes the attempt's connections and its address. Resolves when its last evidence was handed over. */
  endAttempt(attempt_id: string): Promise<void>;
  close(): Promise<void>;
}
