import { describe, expect, it } from '@jest/globals';
import { withPage } from '../../support/browser.ts';
import { withService } from '../../support/service.ts';
import { at, violations } from './look.ts';
import { open, say, sent } from './told.ts';

describe('the settings', () => {
  it('make a key, show it once, and end it', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await page.goto(at(service.url, ['settings']));
        await page.getByText('No key was made yet.').waitFor();
        await page.getByText('Make a key').click();
        await page.getByLabel('Name').fill('ci');
        await page.getByRole('button', { name: 'Make the key' }).click();
        await page.getByText('Choose at least one scope.').waitFor();
        await page.getByLabel('evidence:write').check();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Make the key' }).click();
        const key = await page.locator('.made-key code').innerText();
        expect(key).toMatch(/^wk_/);
        const row = page.getByRole('table', { name: 'API keys' }).getByRole('row').nth(1);
        await row.getByText('in use').waitFor();
        await row.getByRole('button', { name: 'Revoke ci' }).click();
        const dialog = page.getByRole('dialog');
        expect(await dialog.innerText()).toContain('It cannot be brought back.');
        expect(await violations(page)).toEqual([]);
        await dialog.getByRole('button', { name: 'Leave it' }).click();
        expect(await row.innerText()).toContain('in use');
        await row.getByRole('button', { name: 'Revoke ci' }).click();
        await dialog.getByRole('button', { name: 'Revoke the key' }).click();
        await row.getByText('revoked').waitFor();
        await page.reload();
        await page.getByRole('table', { name: 'API keys' }).waitFor();
        expect(await page.getByText(key).count()).toBe(0);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('set how long data is kept, and go back to what the service says', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await page.goto(at(service.url, ['settings']));
        await page.getByText('the log is kept').waitFor();
        await page.getByLabel('Days for reports, calls and catalogs').fill('7');
        await page.getByLabel('Days for what the log’s events say').fill('90');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('go 7 days after').waitFor();
        await page.getByText('the log is erased after 90 days').waitFor();
        expect((await service.get('/v1/admin/retention')).body).toMatchObject({
          own: { read_model_days: 7, log_days: 90 },
        });
        await page.getByLabel('Days for reports, calls and catalogs').fill('');
        await page.getByLabel('Days for what the log’s events say').fill('');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('go 30 days after').waitFor();
        await page.getByText('the log is kept').waitFor();
      }),
    );
  });

  it('build a read model anew, and show how far it is until readers have it', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, sent);
        await page.goto(at(service.url, ['settings']));
        const model = page.getByRole('article', { name: 'session reports' });
        await model.getByText('generation 1,').waitFor();
        await model.getByRole('button', { name: 'Rebuild session reports' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Build it anew' }).click();
        await model.getByText('live · generation 2,').waitFor();
        expect(await violations(page)).toEqual([]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('select a key where the page may not copy it', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        // As it is for a page that came over plain HTTP from another machine.
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'clipboard', { value: undefined });
        });
        await page.goto(at(service.url, ['settings']));
        await page.getByText('Make a key').click();
        await page.getByLabel('Name').fill('ci');
        await page.getByLabel('evidence:write').check();
        await page.getByRole('button', { name: 'Make the key' }).click();
        const key = await page.locator('.made-key code').innerText();
        await page.getByRole('button', { name: 'Copy the key' }).click();
        await page.getByRole('button', { name: 'Not copied: copy what is selected' }).waitFor();
        expect(await page.evaluate(() => getSelection()?.toString())).toBe(key);
        expect(await violations(page)).toEqual([]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('promise no second try of a change that the service did not answer', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await page.route('**/v1/admin/retention', (route) =>
          route.request().method() === 'GET' ? route.continue() : route.abort(),
        );
        await page.goto(at(service.url, ['settings']));
        await page.getByLabel('Days for reports, calls and catalogs').fill('7');
        await page.getByRole('button', { name: 'Save' }).click();
        const said = await page.getByRole('alert').innerText();
        expect(said).toContain('The service does not answer.');
        expect(said).not.toContain('by itself');
      }),
    );
  });
});
