import type { ToolEstimates } from '../endpoint/endpoint.ts';
import type { Fact } from '../journal/fact.ts';

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A stdio server in ACP's `mcpServers`: it has no `type`. */
export interface StdioEntry {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly NamedValue[];
}

export interface HttpEntry {
  readonly type: 'http' | 'sse';
  readonly name: string;
  readonly url: string;
  readonly headers: readonly NamedValue[];
}

/** An entry of ACP's `mcpServers` as it crosses the wire. Members not named here are kept. */
export type ServerEntry = StdioEntry | HttpEntry;

export interface FrontsOptions {
  /** Called in the order in which things happened, per server. What it throws is dropped. */
  readonly onEvidence: (attempt_id: string, evidence: Fact) => void;
  /** Told of what may help to understand what happened, without anything of configuration or frames. */
  readonly onDetail?: (line: string) => void;
  /** For the tools of the host's own servers. */
  readonly tokens?: ToolEstimates;
  /** A client that leaves later than this without a first answer has waited in vain; 10,000 milliseconds when absent. */
  readonly patienceMs?: number;
}

interface Fronting {
  /** The host's own server: its tools are told by name, with schemas and estimates, as those of the in-session server are. */
  readonly own: boolean;
}

/**
 * Local pass-throughs before third-party servers: they record what they see, and change nothing of what a server
 * does. Arguments, results and header values are not kept, nor the names of tools but of the host's own servers.
 */
export interface Fronts {
  /**
   * The entry to deliver in place of this one; what is seen of it goes to `attempt_id`. An http entry comes back without
   * its headers, which the front adds itself. An entry whose URL is none that can be fronted comes back as it was.
   */
  add(attempt_id: string, entry: ServerEntry, fronting?: Fronting): ServerEntry;
  /** Tells what was seen over HTTP and not told yet: what passes is told together, up to a tenth of a second later. */
  tell(): void;
  /** The attempt's execution is over: no new exchanges, and what is open is told closed. Takes at most a second. */
  end(attempt_id: string): Promise<void>;
  close(): Promise<void>;
}
