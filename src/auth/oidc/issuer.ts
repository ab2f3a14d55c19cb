import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import { type OidcSettings } from '../../config/settings.ts';

/** Dependency injection token of the {@link Issuer}, or null where none is set. */
export const ISSUER = Symbol('ISSUER');

/** The issuer as it described itself. */
export interface DiscoveredIssuer {
  readonly client: Configuration;
  /** Its public keys, fetched when needed and again when one is unknown, but not more often than every 30 seconds. */
  readonly keys: JWTVerifyGetKey;
}

/** Rejects while the issuer cannot be reached; it is asked again after a moment, so that a service may start before it. */
export type Issuer = () => Promise<DiscoveredIssuer>;

const timeoutSeconds = 5;
const againMilliseconds = 3_000;

const describe = async ({ issuer, clientId, clientSecret }: OidcSettings): Promise<DiscoveredIssuer> => {
  const isInClear = issuer.startsWith('http:');
  const client = await discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === null ? None() : ClientSecretBasic(clientSecret),
    { timeout: timeoutSeconds, execute: isInClear ? [allowInsecureRequests] : [] },
  );
  enableNonRepudiationChecks(client);
  const { jwks_uri: keysUrl } = client.serverMetadata();
  if (keysUrl === undefined) throw new Error('The issuer of OIDC_ISSUER publishes no keys (jwks_uri).');
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutSeconds * 1_000 });
  return { client, keys };
};

export const createIssuer = (settings: OidcSettings): Issuer => {
  let asked: Promise<DiscoveredIssuer> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (asked === null || performance.now() - failedAt > againMilliseconds) {
      failedAt = Number.POSITIVE_INFINITY;
      asked = describe(settings);
      asked.catch(() => {
        failedAt = performance.now();
      });
    }
    return asked;
  };
};
