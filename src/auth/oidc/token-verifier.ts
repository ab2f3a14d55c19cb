import { errors, jwtVerify } from 'jose';
import { type OidcSettings } from '../../config/settings.ts';
import { Problem } from '../../http/problem.ts';
import { type Grant, grantOf } from './claims.ts';
import { type Issuer } from './issuer.ts';

/** Dependency injection token of the {@link TokenVerifier}. */
export const TOKEN_VERIFIER = Symbol('TOKEN_VERIFIER');

export interface TokenVerifier {
  /** Null: no token of the issuer for this service that holds now. Rejects with `unavailable` when that cannot be told. */
  verify(token: string): Promise<Grant | null>;
}

/** Three parts, of a length that a header may have. */
export const isJwt = (text: string): boolean =>
  text.length <= 8_192 && /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/.test(text);

/** Signatures by a private key of the issuer. A secret that both hold is none of them, and no signature either. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** What is wrong with the token itself; everything else is the issuer's or the network's. */
const ofTheToken = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

/** Issuers and this service need not agree to the second. */
const clockToleranceSeconds = 30;

/** ID tokens tell a client who signed in; they are not to be sent to services, even where both have one audience. */
const isIdToken = (claims: object): boolean => ['nonce', 'at_hash', 'c_hash'].some((name) => name in claims);

export const createTokenVerifier = (settings: OidcSettings, issuer: Issuer): TokenVerifier => ({
  async verify(token) {
    try {
      const { keys } = await issuer();
      const { payload } = await jwtVerify(token, keys, {
        algorithms,
        issuer: settings.issuer,
        audience: settings.audience,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub'],
      });
      return isIdToken(payload) ? null : grantOf(payload);
    } catch (error) {
      if (ofTheToken.some((kind) => error instanceof kind)) return null;
      throw new Problem('unavailable', { retryAfterSeconds: 5, cause: error });
    }
  },
});

/** Where no issuer is set no token is taken. */
export const noTokens: TokenVerifier = { verify: () => Promise.resolve(null) };
