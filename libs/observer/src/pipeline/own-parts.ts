import type { AgentLabel, HandleState } from './event.ts';
import type { TracePlace } from './trace.ts';

/** What of a call was ours, as the one who rewrote it knows. */
export interface OwnPart {
  readonly handle: HandleState | null;
  readonly agent: AgentLabel | null;
  /** Where the server was told that the call stands in a trace; null where it was told nothing. */
  readonly trace: TracePlace | null;
  /** Arguments that the tool never saw. */
  readonly stripped: ReadonlySet<string>;
  /** It was of the tool that is ours. */
  readonly isMissingTool: boolean;
}

export interface OwnParts {
  /** Of the call with these `params`, by identity; null where nothing of it was ours. */
  readonly partOf: (params: unknown) => OwnPart | null;
}

export const noOwnParts: OwnParts = { partOf: () => null };
