import type { SessionKeys } from '../log/sealing/session-keys.ts';
import type { Changes } from '../projections/run/changes.ts';
import type { Progress } from '../projections/run/progress.ts';

/** Dependency injection token of {@link News}. */
export const NEWS = Symbol('NEWS');

/** Where live sockets hear what they tell. */
export interface News {
  readonly changes: Changes;
  readonly progress: Progress;
  /** Tells sessions that were erased. */
  readonly keys: Pick<SessionKeys, 'listen'>;
}
