import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { withPage } from '../support/browser.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { audience, consoleClient, withIssuer } from '../support/oidc.ts';
import { withService } from '../support/service.ts';

const key = `wk_${'k'.repeat(40)}`;

/** How a handshake with the live socket was answered: 101, or the status of its refusal. */
const handshake = async (url: string, headers: Record<string, string>): Promise<number> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/live`, { headers });
  socket.on('error', () => undefined);
  const refused = once(socket, 'unexpected-response').then(
    ([, response]) => (response as { statusCode: number }).statusCode,
  );
  const status = await Promise.race([once(socket, 'open').then(() => 101), refused]);
  socket.terminate();
  return status;
};

describe('the console', () => {
  it('signs somebody in at the issuer, follows a session live with the cookie, and signs out everywhere', () =>
    withIssuer((issuer) =>
      withService(
        async ({ url, get, post }) => {
          issuer.allowRedirect(`${url}/auth/callback`);
          issuer.claims = { witness_scopes: ['reports:read'] };
          await post('/v1/attempts', attemptBody(uuid(1)), { authorization: `Bearer ${key}` });
          await withPage(async ({ page, errors }) => {
            await page.goto(url);
            await page.getByRole('link', { name: 'Sign in' }).click();
            await page.locator('input[name=login]').fill('ada');
            await page.locator('input[name=password]').fill('any');
            await page.locator('button[type=submit]').click();
            await page.locator('button[type=submit]').click();
            await page.getByText('Signed in as ada').waitFor();
            // Those before are of the issuer's own pages.
            const before = errors.length;
            await page.getByRole('link', { name: 'session-1' }).click();
            await page.getByText('Followed live').waitFor();

            const cookies = await page.context().cookies(url);
            const session = cookies.find(({ name }) => name === 'witness_session');
            expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
            expect(cookies.map(({ name }) => name)).not.toContain('witness_login');
            const cookie = `witness_session=${session?.value ?? ''}`;
            expect((await get('/v1/sessions', { cookie })).status).toBe(200);
            expect((await get('/metrics', { cookie })).status).toBe(403);

            const foreign = { cookie, origin: 'https://elsewhere.example' };
            expect(await handshake(url, { cookie, origin: url })).toBe(101);
            expect(await handshake(url, foreign)).toBe(403);
            expect(await handshake(url, { cookie })).toBe(403);
            expect(await post('/v1/evidence', [], foreign)).toMatchObject({
              status: 403,
              body: { code: 'foreign_origin' },
            });
            expect((await post('/auth/logout', '', foreign)).status).toBe(403);
            expect((await get('/v1/sessions', { cookie })).status).toBe(200);

            await page.getByRole('button', { name: 'Sign out' }).click();
            await page.getByRole('link', { name: 'Sign in' }).waitFor();
            expect((await get('/v1/sessions', { cookie })).status).toBe(401);
            expect(errors.slice(before).filter((error) => !error.includes('401'))).toEqual([]);
          });
        },
        {
          environment: {
            OIDC_ISSUER: issuer.url,
            OIDC_AUDIENCE: audience,
            OIDC_CLIENT_ID: consoleClient,
            WITNESS_ADMIN_KEY: key,
          },
        },
      ),
    ));

  it('tells whoever may see nothing, and lets no answer in that this browser did not ask for', () =>
    withIssuer((issuer) =>
      withService(
        async ({ url, get, database }) => {
          issuer.allowRedirect(`${url}/auth/callback`);
          await withPage(async ({ page }) => {
            await page.goto(`${url}/auth/login`);
            await page.locator('input[name=login]').fill('eve');
            await page.locator('input[name=password]').fill('any');
            await page.locator('button[type=submit]').click();
            await page.locator('button[type=submit]').click();
            await page.getByText('may see nothing here').waitFor();
          });
          const begun = await fetch(`${url}/auth/login`, { redirect: 'manual' });
          const asked = new URL(begun.headers.get('location') ?? '').searchParams;
          expect(asked.get('code_challenge_method')).toBe('S256');
          expect(begun.headers.get('set-cookie')).toMatch(/HttpOnly/);
          const login = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
          for (const [query, cookie] of [
            [`code=stolen&state=${asked.get('state') ?? ''}`, ''],
            ['code=stolen&state=other', login],
            [`error=access_denied&state=${asked.get('state') ?? ''}`, login],
            ['%ff&code=%00', login],
          ] as const) {
            const answer = await fetch(`${url}/auth/callback?${query}`, {
              redirect: 'manual',
              headers: { cookie },
            });
            expect(answer.status).toBe(302);
            expect(answer.headers.get('location')).toBe('/#/sign-in/failed');
            expect(answer.headers.get('set-cookie')).not.toContain('witness_session');
          }
          const { rows } = await database.ownerPool.query('select from console_sessions');
          expect(rows).toHaveLength(0);
          expect((await get('/auth/session')).body).toMatchObject({ sign_in: '/auth/login', subject: null });
        },
        {
          environment: {
            OIDC_ISSUER: issuer.url,
            OIDC_AUDIENCE: audience,
            OIDC_CLIENT_ID: consoleClient,
          },
        },
      ),
    ));
});
