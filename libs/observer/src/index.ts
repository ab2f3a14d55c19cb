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
export { endObserving, observe, observeTransport, recordEvent } from './observe.ts';
export type { CustomEvent } from './custom/custom-event.ts';
export { createObserver, type Observer } from './observer.ts';
export type { AdapterOptions, ObserveOptions } from './options.ts';
export type { Pipeline } from './pipeline.ts';
export { Answered, type Rewriter, type RewriteVia } from './rewriting.ts';
export type { Batch, Loss, LossReason, SendResult, Sink } from './sinks/sink.ts';
export type { Actor, AgentLabel, EventCorrelation, HandleState, ObservedEvent } from './pipeline/event.ts';
export type { HookCall, Hooks, Identity } from './hooks/hooks.ts';
export type { PipelineOptions } from './pipeline/options.ts';
export type { Allowed, AllowedByTool } from './privacy/allowed.ts';
export type { HandleOptions, RewritingOptions } from './rewriter/options.ts';
export { fileSink, type FileSinkOptions } from './sinks/file/file-sink.ts';
export { otlpSink, type OtlpSinkOptions } from './sinks/otlp/otlp-sink.ts';
export { witnessSink, type WitnessSinkOptions } from './sinks/witness/witness-sink.ts';
