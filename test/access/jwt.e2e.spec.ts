import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { audience, foreignKey, withIssuer } from '../support/oidc.ts';
import { withService } from '../support/service.ts';

const bearer = (credential: string): Record<string, string> => ({ authorization: `Bearer ${credential}` });
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (): number => Math.floor(Date.now() / 1_000);

const environmentOf = (url: string): Record<string, string> => ({
  OIDC_ISSUER: url,
  OIDC_AUDIENCE: audience,
  OIDC_CLIENT_ID: 'console',
});

describe('a token of the issuer', () => {
  it('lets a service do what its scopes say, in the tenant that it names', () =>
    withIssuer((issuer) =>
      withService(
        async ({ get, post, database }) => {
          const reading = bearer(await issuer.token('reports:read'));
          expect((await get('/v1/sessions', reading)).status).toBe(200);
          expect((await get('/metrics', reading)).status).toBe(403);
          expect((await post('/v1/evidence', [], reading)).status).toBe(403);
          const elsewhere = bearer(
            await issuer.sign({ sub: 'a', scope: 'reports:read', witness_tenant: 'acme' }),
          );
          expect((await get('/v1/sessions', elsewhere)).status).toBe(401);
          await database.ownerPool.query(`insert into tenants (tenant_id, name) values ('acme', 'Acme')`);
          expect((await get('/v1/sessions', elsewhere)).status).toBe(200);
          await database.ownerPool.query(`update tenants set closed_at = now() where tenant_id = 'acme'`);
          expect((await get('/v1/sessions', elsewhere)).status).toBe(401);
        },
        { environment: environmentOf(issuer.url) },
      ),
    ));

  it('is not taken when it is expired, not yet valid, of another issuer, audience, key or algorithm, or for a login', () =>
    withIssuer((issuer) =>
      withService(
        async ({ get }) => {
          const claims = { sub: 'a', scope: 'reports:read' };
          const good = await issuer.sign(claims);
          const [head = '', body = '', signature = ''] = good.split('.');
          const own = { ...claims, iss: issuer.url, aud: audience, exp: seconds() + 300 };
          const unsigned = `${part({ alg: 'none' })}.${part(own)}.`;
          const hmacHead = part({ alg: 'HS256', kid: 'first' });
          const hmac = createHmac('sha256', 'anything')
            .update(`${hmacHead}.${part(own)}`)
            .digest('base64url');
          const bad = {
            expired: await issuer.sign(claims, { expires: seconds() - 60 }),
            early: await issuer.sign({ ...claims, nbf: seconds() + 120 }),
            issuer: await issuer.sign(claims, { issuer: 'https://elsewhere.example' }),
            audience: await issuer.sign(claims, { audience: 'another service' }),
            key: await issuer.sign(claims, { key: foreignKey() }),
            unsigned,
            unsignedWithText: `${unsigned}x`,
            hmac: `${hmacHead}.${part(own)}.${hmac}`,
            changed: `${head}.${part({ ...own, scope: 'admin' })}.${signature}`,
            unknownKey: `${part({ alg: 'RS256', kid: 'other' })}.${body}.${signature}`,
            cut: good.slice(0, -8),
            login: await issuer.sign({ ...claims, nonce: 'n' }),
            nobody: await issuer.sign({ scope: 'reports:read' }),
            tenant: await issuer.sign({ ...claims, witness_tenant: 'not there' }),
          };
          expect((await get('/v1/sessions', bearer(good))).status).toBe(200);
          for (const [why, token] of Object.entries(bad)) {
            const answer = await get('/v1/sessions', bearer(token));
            expect([why, answer.status]).toEqual([why, 401]);
            expect(JSON.stringify(answer.body)).not.toContain(token.slice(0, 20));
          }
          const justOver = await issuer.sign(claims, { expires: seconds() - 5 });
          expect((await get('/v1/sessions', bearer(justOver))).status).toBe(200);
        },
        { environment: environmentOf(issuer.url) },
      ),
    ));

  it('is answered with 503 while the issuer cannot be asked, and keys go on meanwhile', async () => {
    const key = `wk_${'k'.repeat(40)}`;
    const environment = { ...environmentOf('http://127.0.0.1:9'), WITNESS_ADMIN_KEY: key };
    await withService(
      async ({ get }) => {
        const token = `${part({ alg: 'RS256' })}.${part({ sub: 'a' })}.${part({})}`;
        const answer = await get('/v1/sessions', bearer(token));
        expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        expect(answer.headers.get('retry-after')).toBe('5');
        expect((await get('/auth/login')).status).toBe(503);
        expect((await get('/v1/sessions', bearer(key))).status).toBe(200);
      },
      { environment },
    );
  });
});
