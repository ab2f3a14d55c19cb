import type { Hooks } from '../hooks/hooks.ts';
import type { Allowed } from '../privacy/allowed.ts';
import type { Sink } from '../sinks/sink.ts';

/** Where observations go, and what may go there. */
export interface PipelineOptions extends Hooks, Allowed {
  /** Each gets every event. Without one nothing is told to anybody. */
  readonly sinks?: readonly Sink[];
  /** Milliseconds that a hook may take; 2,000 when absent. */
  readonly hookTimeoutMs?: number;
  /** Milliseconds that events gather before a batch of fewer than 200 goes; 200 when absent. */
  readonly gatherMs?: number;
  /** What may wait in memory for each sink: 20,000 events and roughly 16 MiB when absent. What comes beyond is counted as lost. */
  readonly buffer?: { readonly events?: number; readonly bytes?: number };
  /** A directory of its own for what a sink does not take, at most 64 MiB for each sink when `maxBytes` is absent. None when absent. */
  readonly spool?: { readonly directory: string; readonly maxBytes?: number };
}
