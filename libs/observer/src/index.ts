export type {
  ClientRung,
  Content,
  Correlation,
  Listing,
  Observation,
  ObservationKind,
  Outcome,
  SeenClient,
} from './observation.ts';
export type { AdapterOptions } from './options.ts';
export type { Pipeline } from './pipeline.ts';
export type { Rewriter, RewriteVia } from './rewriting.ts';
