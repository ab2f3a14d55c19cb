import type { PipelineOptions } from './pipeline/options.ts';
import type { Pipeline } from './pipeline.ts';
import type { RewritingOptions } from './rewriter/options.ts';

/** How a server is observed. */
export interface AdapterOptions {
  /** The server's label: 1 to 256 bytes. Its own name (`serverInfo.name`) when absent. */
  readonly server?: string;
  /** False: the server is returned as it is, and nothing is seen. */
  readonly enabled?: boolean;
  /** Where the token of a relay is looked for when the transport is a process's own; `process.env` when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where faults of the observer itself are told, one line each, at most 20; stderr when absent. Never stdout. */
  readonly log?: (line: string) => void;
  /** In the place of sinks, hooks and privacy: is told of everything as it was seen. */
  readonly pipeline?: Pipeline;
}

/** How a server is observed, where that is told, and what is added to its messages. All of it may be left out. */
export type ObserveOptions = AdapterOptions & PipelineOptions & RewritingOptions;

/** Those that were given, or none where that is no object: who is not checked by types is observed all the same. */
export const optionsOf = (given: unknown): ObserveOptions =>
  typeof given === 'object' && given !== null ? given : {};
