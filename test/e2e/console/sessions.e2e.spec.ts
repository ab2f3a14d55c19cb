import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withPage } from '../../support/browser.ts';
import { type TestService, withService } from '../../support/service.ts';
import { at, violations } from './look.ts';
import { accepted, open, say, sent, servers, session, twoTools } from './told.ts';

const rows = (page: Page): Promise<string[]> =>
  page.getByRole('table', { name: 'Sessions' }).getByRole('rowheader').locator('a').allTextContents();

const openMany = async (service: TestService, count: number): Promise<void> => {
  for (let n = 1; n <= count; n += 1)
    await open(service, n, {
      session_id: `session-${n}`,
      agent_id: n % 2 === 0 ? 'even' : 'odd',
      servers: [],
    });
};

describe('the list of sessions', () => {
  it('says what to do where nothing was seen, and records a sample that is marked as one', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await page.goto(service.url);
        await page.getByRole('heading', { name: 'No session has been seen yet' }).waitFor();
        expect(await page.locator('pre').first().innerText()).toBe(
          'witness run --task my-task -- copilot --acp',
        );
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Record a sample session' }).click();
        await page.getByRole('heading', { level: 1, name: /^sample-/ }).waitFor();
        await page.getByText('This is a sample.').waitFor();
        await page.getByRole('link', { name: 'All sessions' }).click();
        await page.getByRole('table', { name: 'Sessions' }).waitFor();
        expect(await page.getByText('Sample', { exact: true }).isVisible()).toBe(true);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('erases a sample, and is where it was at first', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await page.goto(service.url);
        await page.getByRole('button', { name: 'Record a sample session' }).click();
        await page.getByRole('button', { name: 'Erase the sample' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Erase it' }).click();
        await page.getByRole('heading', { name: 'No session has been seen yet' }).waitFor();
        expect((await service.get('/v1/sessions')).body).toMatchObject({ connected: [], sessions: [] });
      }),
    );
  });

  it('shows what every session has, and takes up by itself what comes', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools]);
        await page.goto(service.url);
        await page.getByRole('link', { name: session }).waitFor();
        const row = page.getByRole('row').filter({ hasText: session });
        expect(await row.innerText()).toMatch(/Active[\s\S]*Delivered · connection unverified/);
        expect(await violations(page)).toEqual([]);
        await open(service, 2, { session_id: 'another', servers });
        await page.getByRole('link', { name: 'another' }).waitFor();
        expect(await rows(page)).toEqual(['another', session]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('is narrowed by filters that stand in the address, so that it can be shared', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await openMany(service, 4);
        await page.goto(service.url);
        await page.getByLabel('Agent').fill('even');
        await page.getByRole('link', { name: 'session-3' }).waitFor({ state: 'detached' });
        expect(await rows(page)).toEqual(['session-4', 'session-2']);
        const shared = page.url();
        expect(shared).toBe(at(service.url, [''], { agent_id: 'even' }));
        await page.goto('about:blank');
        await page.goto(shared);
        await page.getByRole('link', { name: 'session-4' }).waitFor();
        expect(await page.getByLabel('Agent').inputValue()).toBe('even');
        await page.getByLabel('With a server that is').selectOption('Failed');
        await page.getByText('No session fits these filters.').waitFor();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('link', { name: 'Show all' }).click();
        await page.getByRole('link', { name: 'session-3' }).waitFor();
      }),
    );
  });

  it('is walked page by page, every session once', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await openMany(service, 120);
        await page.goto(service.url);
        await page.getByRole('link', { name: 'session-120', exact: true }).waitFor();
        await page.getByRole('button', { name: 'Show more sessions' }).scrollIntoViewIfNeeded();
        await page.getByText('120 in all').waitFor();
        const all = await rows(page);
        expect(new Set(all).size).toBe(120);
        expect(all).toHaveLength(120);
      }),
    );
  });
});
