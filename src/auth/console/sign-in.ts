import { randomBytes } from 'node:crypto';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type Grant, grantOf, sayScopes } from '../oidc/claims.ts';

/** What a sign-in that has begun must find again when it comes back. */
export interface BegunLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Begins a sign-in: where the browser goes, and what it keeps meanwhile. */
export const beginLogin = async (
  client: Configuration,
  callbackUrl: string,
): Promise<{ readonly url: URL; readonly begun: BegunLogin }> => {
  const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(client, {
    redirect_uri: callbackUrl,
    response_type: 'code',
    scope: 'openid',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
  });
  return { url, begun };
};

/**
 * What whoever came back may do here. Null: the issuer said no, or the answer belongs to no sign-in of this browser.
 * Claims are those of the ID token, and of the userinfo endpoint where that token says nothing of scopes.
 */
export const finishLogin = async (
  client: Configuration,
  answerUrl: URL,
  { state, nonce, verifier }: BegunLogin,
): Promise<Grant | null> => {
  const tokens = await authorizationCodeGrant(client, answerUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) return null;
  if (sayScopes(claims) || client.serverMetadata().userinfo_endpoint === undefined) return grantOf(claims);
  const more = await fetchUserInfo(client, tokens.access_token, claims.sub);
  return grantOf({ ...more, sub: claims.sub });
};

export const encodeLogin = ({ state, nonce, verifier }: BegunLogin): string =>
  `${state}.${nonce}.${verifier}`;

export const decodeLogin = (text: string | null): BegunLogin | null => {
  const [state, nonce, verifier, ...more] = (text ?? '').split('.');
  if (!state || !nonce || !verifier || more.length > 0) return null;
  return { state, nonce, verifier };
};

export const mintSessionCookie = (): string => randomBytes(32).toString('base64url');
