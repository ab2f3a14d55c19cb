import type { Place } from './registry.mjs';

/** Where agents of one user run. */
export interface AgentsPlace {
  readonly temp: string;
  readonly home: string;
  readonly cwd: string;
  /** Only what the agents need: nothing of the caller's own keys or settings reaches them. */
  readonly env: Readonly<Record<string, string>>;
  readonly clear: () => Promise<void>;
}

export function openPlace(options: {
  readonly agents: readonly {
    readonly env: (place: Place) => Readonly<Record<string, string>>;
    readonly prepare?: (place: Place) => Promise<void>;
  }[];
  /** Tools that the model calls, as far as an agent offers it them, in the turn that has these words. */
  readonly wantedTools: readonly string[];
  readonly turn: string;
  /** The caller's when absent. */
  readonly path?: string;
  /** Further variables. */
  readonly more?: Readonly<Record<string, string>>;
}): Promise<AgentsPlace>;
