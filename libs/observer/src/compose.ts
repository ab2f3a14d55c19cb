import type { ObserveOptions } from './options.ts';
import { createPipeline } from './pipeline/create-pipeline.ts';
import type { Pipeline } from './pipeline.ts';
import { createRewriter } from './rewriter/create-rewriter.ts';
import type { Rewriter } from './rewriting.ts';
import { witnessSink } from './sinks/witness/witness-sink.ts';

export interface Composed {
  readonly pipeline: Pipeline;
  /** Null where messages pass as they are. */
  readonly rewriter: Rewriter | null;
}

/** A server that is told no sinks tells the service that its environment names. */
function withSinks(options: ObserveOptions, log: (line: string) => void): ObserveOptions {
  const env = options.env ?? process.env;
  if (options.sinks !== undefined) return options;
  if (env.WITNESS_URL) return { ...options, sinks: [witnessSink({ env })] };
  log('nothing is told to anybody: name sinks, or set WITNESS_URL');
  return options;
}

/** What stands behind the adapters of one server. Throws on options that cannot be. */
export function compose(options: ObserveOptions, server: string, log: (line: string) => void): Composed {
  const made = createRewriter(options, { server });
  const pipeline =
    options.pipeline ?? createPipeline(withSinks(options, log), { log, ...(made && { own: made.own }) });
  return { pipeline, rewriter: made?.rewriter ?? null };
}
