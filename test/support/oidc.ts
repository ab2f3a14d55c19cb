import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { exportJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** A real OpenID provider on this machine, for as long as the callback runs. */
export interface Issuer {
  readonly url: string;
  /** Lets the console's client come back to this address; must be called before somebody signs in. */
  allowRedirect(uri: string): void;
  /** What the provider says of everybody who signs in. */
  claims: Record<string, unknown>;
  /** A token signed by the key that the provider publishes. */
  sign(claims: JWTPayload, over?: SignOptions): Promise<string>;
  /** An access token that the provider itself issued to a service, by its client credentials. */
  token(scope: string): Promise<string>;
}

interface SignOptions {
  readonly issuer?: string;
  readonly audience?: string;
  readonly expires?: string | number;
  readonly key?: KeyObject;
}

/** As OIDC_AUDIENCE names it. */
export const audience = 'urn:witness:test';
export const consoleClient = 'console';

const rsa = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

const configurationOf = (
  key: JWK,
  redirects: string[],
  claimsOf: () => Record<string, unknown>,
): Configuration => ({
  clients: [
    {
      client_id: consoleClient,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: redirects,
      application_type: 'native',
    },
    {
      client_id: 'robot',
      client_secret: 'robot-secret',
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: ['of the provider of this test'] },
  pkce: { required: () => true },
  claims: { openid: ['sub', 'witness_scopes', 'witness_tenant'] },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf() }) }),
  features: {
    devInteractions: { enabled: true },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_context, client) => (client.clientId === 'robot' ? audience : []),
      getResourceServerInfo: () => ({
        audience,
        scope: 'evidence:write reports:read audit:read operations:run admin',
        accessTokenFormat: 'jwt',
      }),
    },
  },
});

const listen = async (server: Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const withIssuer = async <Result>(use: (issuer: Issuer) => Promise<Result>): Promise<Result> => {
  const server = createServer();
  const url = await listen(server);
  const privateKey = rsa();
  const key = { ...(await exportJWK(privateKey)), kid: 'first', use: 'sig', alg: 'RS256' };
  const redirects = ['http://127.0.0.1/auth/callback'];
  let claims: Record<string, unknown> = {};
  const start = (): void => {
    const provider = new Provider(
      url,
      configurationOf(key, redirects, () => claims),
    );
    server.removeAllListeners('request');
    const answer = provider.callback();
    server.on('request', (request, response) => void answer(request, response));
  };
  start();
  try {
    return await use({
      url,
      get claims() {
        return claims;
      },
      set claims(value) {
        claims = value;
      },
      allowRedirect: (uri) => {
        redirects.push(uri);
        start();
      },
      sign: (
        payload,
        { issuer = url, audience: aud = audience, expires = '5m', key: other = privateKey } = {},
      ) =>
        new SignJWT(payload)
          .setProtectedHeader({ alg: 'RS256', kid: 'first' })
          .setIssuer(issuer)
          .setAudience(aud)
          .setIssuedAt()
          .setExpirationTime(expires)
          .sign(other),
      token: async (scope) => {
        const answer = await fetch(`${url}/token`, {
          method: 'POST',
          headers: { authorization: `Basic ${Buffer.from('robot:robot-secret').toString('base64')}` },
          body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
        });
        return ((await answer.json()) as { readonly access_token: string }).access_token;
      },
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

/** A key that no provider publishes. */
export const foreignKey = rsa;
