import type { ServerConfiguration } from '@mcp-witness/evidence';
import type { ServerEntry } from '../fronts/index.ts';

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
  put(attempt_id: string, attempt: EffectiveAttempt): void;
  of(attempt_id: string): EffectiveAttempt | null;
  /** Of all attempts, for the secrets in them. */
  readonly configurations: readonly ServerConfiguration[];
  /** The attempt is let go, or its execution is over. */
  forget(attempt_id: string): void;
}

export function createEffective(): Effective {
  const attempts = new Map<string, EffectiveAttempt>();
  return {
    put: (attempt_id, attempt) => void attempts.set(attempt_id, attempt),
    of: (attempt_id) => attempts.get(attempt_id) ?? null,
    get configurations() {
      const servers = [...attempts.values()].flatMap((attempt) => [...attempt.servers.values()]);
      return servers.flatMap((server) => (server.kind === 'entry' ? [server.entry] : []));
    },
    forget: (attempt_id) => void attempts.delete(attempt_id),
  };
}
