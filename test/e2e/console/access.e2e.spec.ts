import { describe, expect, it } from '@jest/globals';
import { withPage } from '../../support/browser.ts';
import { withService } from '../../support/service.ts';
import { at, violations } from './look.ts';
import { open, session } from './told.ts';

const adminKey = `wk_${'k'.repeat(40)}`;
const environment = { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: adminKey };

describe('the way in', () => {
  it('asks for an API key where the service wants one, follows with it, and lets go of it', async () => {
    await withService(
      ({ url, post }) =>
        withPage(async ({ page }) => {
          await open({ post: (path, body) => post(path, body, { authorization: `Bearer ${adminKey}` }) }, 1);
          await page.goto(at(url, ['sessions', session]));
          await page.getByLabel('API key').fill('wk_wrong');
          await page.getByRole('button', { name: 'Use it' }).click();
          await page.getByText('That key was not taken.').waitFor();
          expect(await violations(page)).toEqual([]);
          await page.getByLabel('API key').fill(adminKey);
          await page.getByRole('button', { name: 'Use it' }).click();
          await page.getByRole('heading', { level: 1, name: session }).waitFor();
          await page.getByText('Followed live').waitFor();
          await page.getByRole('button', { name: 'Sign out' }).click();
          await page.getByLabel('API key').waitFor();
        }),
      { environment },
    );
  });

  it('says which scope is missing', async () => {
    await withService(
      ({ url, post }) =>
        withPage(async ({ page }) => {
          const made = await post(
            '/v1/admin/keys',
            { name: 'reader', scopes: ['reports:read'] },
            { authorization: `Bearer ${adminKey}` },
          );
          await page.goto(at(url, ['settings']));
          await page.getByLabel('API key').fill((made.body as { key: string }).key);
          await page.getByRole('button', { name: 'Use it' }).click();
          await page.getByText('This needs the scope admin,').first().waitFor();
          expect(await violations(page)).toEqual([]);
        }),
      { environment },
    );
  });

  it('says that a sign-in is not ended while the service is away', async () => {
    await withService(({ url }) =>
      withPage(async ({ page, errors }) => {
        await page.route('**/auth/session', (route) =>
          route.fulfill({ json: { sign_in: '/auth/login', subject: 'ada' } }),
        );
        await page.route('**/auth/logout', (route) => route.abort());
        await page.goto(at(url, ['']));
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByText('Not signed out: the service does not answer. Try again.').waitFor();
        expect(await page.getByText('Signed in as ada').isVisible()).toBe(true);
        expect(await violations(page)).toEqual([]);
        expect(errors.filter((error) => !error.includes('/auth/logout'))).toEqual([]);
      }),
    );
  });
});
