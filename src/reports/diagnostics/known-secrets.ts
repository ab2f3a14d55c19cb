/** What others wrote: texts, and targets of servers. */
export interface Told {
  readonly texts: Iterable<string>;
  readonly targets: Iterable<string>;
}

/** What whoever knows a session's secrets made of it. */
export type LookedAt =
  /** Those that held a secret, each with what is left of it. */
  | {
      readonly outcome: 'checked';
      readonly texts: ReadonlyMap<string, string>;
      readonly targets: ReadonlyMap<string, string>;
    }
  | { readonly outcome: 'not_connected' | 'no_answer' };

/** Knows the secrets of sessions, as this service does not. */
export interface KnownSecrets {
  /** Looks at what an attempt is told of in. Answers within a few seconds, whoever is there. */
  check(tenant_id: string, attachment_attempt_id: string, told: Told): Promise<LookedAt>;
}

/** Dependency injection token of {@link KnownSecrets}. */
export const KNOWN_SECRETS = Symbol('KNOWN_SECRETS');
