import { secretNeedles, type ServerConfiguration } from '@mcp-witness/evidence';
import type { ServerEntry } from '../fronts/index.ts';
import type { Ring } from '../recent-output/ring.ts';
import { createKnownConfigurations } from './known-configurations.ts';

/** What one attempt was really given: in memory alone, for tests that an operator asks for. */
export interface EffectiveAttempt {
  readonly revision: string | null;
  /** Where the session works: the whole path. */
  readonly directory: string;
  /** Of the agent, which its servers have too. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** By name. */
  readonly servers: ReadonlyMap<string, EffectiveServer>;
}

/** The built-in server is reached at an address that is made for the test. */
export type EffectiveServer =
  | { readonly kind: 'built_in'; readonly transport: 'http' | 'stdio' }
  /** As configured: what stands before it for observation is not in the way of a test. */
  | { readonly kind: 'entry'; readonly entry: ServerEntry }
  /** Delivered in a form that only the agent understands. */
  | { readonly kind: 'opaque' };

/** The effective configurations of the attempts that this process has. */
export interface Effective {
  /** `configurations` are all that the attempt came with, also of servers that it was not given. */
  put(attempt_id: string, attempt: EffectiveAttempt, configurations: readonly ServerConfiguration[]): void;
  /** Configurations that came, whether or not an attempt is opened for them. */
  met(configurations: readonly ServerConfiguration[]): void;
  of(attempt_id: string): EffectiveAttempt | null;
  /** Different ones of these attempts, and the last 1,000 of others, for the secrets in them: what a server wrote outlives its attempt. */
  readonly configurations: readonly ServerConfiguration[];
  /** The attempt is let go, or its execution is over. */
  forget(attempt_id: string): void;
}

/** What is forgotten of configurations is struck out of `recent` before. */
export function createEffective(recent: Pick<Ring, 'strike'>): Effective {
  const attempts = new Map<string, { readonly attempt: EffectiveAttempt; readonly release: () => void }>();
  const known = createKnownConfigurations((gone) => {
    recent.strike(secretNeedles(gone));
  });
  function forget(attempt_id: string): void {
    attempts.get(attempt_id)?.release();
    attempts.delete(attempt_id);
  }
  return {
    put(attempt_id, attempt, given) {
      const release = known.hold(given);
      forget(attempt_id);
      attempts.set(attempt_id, { attempt, release });
    },
    met: known.met,
    of: (attempt_id) => attempts.get(attempt_id)?.attempt ?? null,
    get configurations() {
      return known.all;
    },
    forget,
  };
}
