/** What whoever knows a session's secrets made of texts that it was asked about. */
export type LookedAt =
  /** Those that held a secret, each with what is left of it. */
  | { readonly outcome: 'checked'; readonly cleaned: ReadonlyMap<string, string> }
  | { readonly outcome: 'not_connected' | 'no_answer' };

/** Knows the secrets of sessions, as this service does not. */
export interface KnownSecrets {
  /** Looks at texts that an attempt is told of in. Answers within a few seconds, whoever is there. */
  check(tenant_id: string, attachment_attempt_id: string, texts: Iterable<string>): Promise<LookedAt>;
}

/** Dependency injection token of {@link KnownSecrets}. */
export const KNOWN_SECRETS = Symbol('KNOWN_SECRETS');
