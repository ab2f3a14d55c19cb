import type { Observation } from '../observation.ts';
import type { Leaf } from '../privacy/leaves.ts';
import type { TracePlace } from './trace.ts';
import type { AgentLabel, EventCorrelation, HandleState, ObservedEvent } from './event.ts';

export type Plain = Readonly<Record<string, unknown>>;

/** An event whose texts are as they came: plain JSON within limits, and not yet fit to leave. */
export interface Draft {
  readonly observation: Observation;
  readonly kind: ObservedEvent['kind'];
  readonly correlation: EventCorrelation;
  readonly trace: TracePlace;
  readonly handle: HandleState | null;
  readonly agent: AgentLabel | null;
  readonly texts: DraftTexts;
}

/** All of an event that is not of the protocol itself. */
export interface DraftTexts {
  readonly actor: Plain | null;
  readonly tags: Plain | null;
  readonly properties: Plain | null;
  readonly text: string | null;
  /** For the summary. */
  readonly leaves: readonly Leaf[] | null;
  readonly arguments: Plain | null;
  readonly result: Plain | null;
  readonly headers: Plain | null;
}

export const noTexts: DraftTexts = {
  actor: null,
  tags: null,
  properties: null,
  text: null,
  leaves: null,
  arguments: null,
  result: null,
  headers: null,
};
