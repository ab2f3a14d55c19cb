import type { Fronts } from '../fronts/index.ts';
import type { Profile } from '../profile/profile.ts';

/** What decides over the servers of all attempts of one run. */
export interface Policy {
  readonly profile: Profile | null;
  /** Names what the profile says; null without one. */
  readonly revision: string | null;
  /** False: nothing is added. */
  readonly inject: boolean;
  /** What `${env:NAME}` and PATH are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null: nothing can be observed. */
  readonly fronts: Promise<Pick<Fronts, 'add'> | null>;
}

/** What the agent said of itself at `initialize`. */
export interface AgentTakes {
  readonly stdio: boolean;
  readonly http: boolean;
  readonly sse: boolean;
  /** It speaks a version of ACP whose servers are written otherwise. */
  readonly otherVersion: boolean;
}
