import type { ObserveOptions } from './options.ts';
import type { Pipeline } from './pipeline.ts';
import type { Rewriter } from './rewriting.ts';

export interface Composed {
  readonly pipeline: Pipeline;
  /** Null where messages pass as they are. */
  readonly rewriter: Rewriter | null;
}

const nowhere: Pipeline = {
  take: () => undefined,
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** What stands behind the adapters of one server. */
export function compose(options: ObserveOptions): Composed {
  return { pipeline: options.pipeline ?? nowhere, rewriter: null };
}
