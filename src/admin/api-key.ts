import { type Scope } from '../auth/caller.ts';

/** An API key as its tenant's administrators see it: everything but the key. Times are RFC 3339 UTC. */
export interface ApiKey {
  readonly key_id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly rotated_at: string | null;
  /** Until then the secret before the last rotation is taken too. */
  readonly previous_until: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly rate_limit: number | null;
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: string | null;
  readonly rate_limit: number | null;
}

export interface KeyPage {
  readonly keys: readonly ApiKey[];
  /** The `key_id` to go on after; null on the last page. */
  readonly next_cursor: string | null;
}
