/** Dependency injection token of {@link Leases}. */
export const LEASES = Symbol('LEASES');

/** Dependency injection token of {@link LeasePeriods}. */
export const LEASE_PERIODS = Symbol('LEASE_PERIODS');

/** How long a lease lasts after it was renewed, in milliseconds. */
export interface LeasePeriods {
  /** Of an executor that holds a socket. It renews three times within. */
  readonly held: number;
  /** Of a host that only sends evidence. */
  readonly written: number;
}

export const defaultPeriods: LeasePeriods = { held: 30_000, written: 15 * 60_000 };

/**
 * Who counts as alive. An attempt has one lease at most: held by an executor over its socket, or else renewed by every
 * write of evidence. One that was given up as lost is never alive again.
 */
export interface Leases {
  /** How long the lease of an executor lasts. */
  readonly heldMilliseconds: number;
  /**
   * An executor lives and has exactly these attempts: their leases are renewed, those of others that it had are given
   * back. Answers with those among them that were given up before.
   */
  hold(tenantId: string, executorId: string, attempts: readonly string[]): Promise<readonly string[]>;
  /** Evidence of these attempts came. Does nothing for leases that an executor holds. */
  written(tenantId: string, attempts: readonly string[]): Promise<void>;
  /**
   * Evidence of these attempts came that an executor, which is gone, had left: nothing but another executor's `hold` makes
   * them alive again, and once nothing more of it has come for as long as a held lease lasts they are given up.
   */
  left(tenantId: string, attempts: readonly string[]): Promise<void>;
  /** The execution of an attempt ended by what its evidence says. */
  ended(tenantId: string, attempt: string): Promise<void>;
  /** The executor that holds an attempt which is alive; null when none does. */
  holder(tenantId: string, attempt: string): Promise<string | null>;
}
