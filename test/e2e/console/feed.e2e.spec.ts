import { describe, expect, it } from '@jest/globals';
import { withPage } from '../../support/browser.ts';
import { withService } from '../../support/service.ts';
import { at, violations } from './look.ts';
import { accepted, call, open, say, sent, session, twoTools } from './told.ts';

describe('the feed', () => {
  it('shows events as they are recorded, newest first, and leads to the session as it was', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await page.goto(at(service.url, ['feed']));
        await page.getByText('No event yet.').waitFor();
        await page.getByText('Followed live').waitFor();
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools]);
        const table = page.getByRole('table', { name: 'Recorded events' });
        await table.getByText('Tools listed').waitFor();
        expect(await table.getByRole('rowheader').first().innerText()).toBe('Tools listed');
        expect(await violations(page)).toEqual([]);
        await table
          .getByRole('row', { name: 'Session accepted' })
          .getByRole('link', { name: session })
          .click();
        await page.getByRole('heading', { level: 1, name: session }).waitFor();
        await page.getByText('As it was').waitFor();
        expect(errors).toEqual([]);
      }),
    );
  });

  it('is narrowed by what stands in the address, and stands still while it is paused', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools, call(1)]);
        await page.goto(at(service.url, ['feed'], { type: 'tool-called' }));
        const table = page.getByRole('table', { name: 'Recorded events' });
        await table.getByText('Tool called').waitFor();
        expect(await table.getByRole('rowheader').count()).toBe(1);
        await page.getByRole('button', { name: 'Pause' }).click();
        await say(service, 1, [call(2)], sent.length + 3);
        await page.getByText('1 more since the pause').waitFor();
        expect(await table.getByRole('rowheader').count()).toBe(1);
        await page.getByRole('button', { name: 'Go on' }).click();
        await expect(table.getByRole('rowheader').nth(1).innerText()).resolves.toBe('Tool called');
      }),
    );
  });

  it('has each event once after a filter that was taken back before it was answered', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools]);
        await page.goto(at(service.url, ['feed'], { from: 'beginning' }));
        await page.getByText('8 shown, newest first').waitFor();
        await page.route(/\/v1\/feed\?.*tool-called/, () => undefined);
        const type = page.getByRole('combobox', { name: 'Events' });
        await type.selectOption('tool-called');
        await page.getByText('Connecting …').waitFor();
        await type.selectOption('');
        await page.getByText('Followed live').waitFor();
        await say(service, 1, [call(1)], sent.length + 2);
        const table = page.getByRole('table', { name: 'Recorded events' });
        await table.getByText('Tool called').waitFor();
        await page.getByText('9 shown, newest first').waitFor();
        expect(await table.getByRole('rowheader').count()).toBe(9);
      }),
    );
  });

  it('takes a filter that is typed while the page is drawn again and again', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await page.goto(at(service.url, ['feed']));
        await page.getByText('Followed live').waitFor();
        // What comes draws the page anew as this does, only less evenly.
        await page.getByRole('button', { name: 'Pause' }).evaluate((button: HTMLElement) => {
          setInterval(() => {
            button.click();
          }, 50);
        });
        await page.getByRole('textbox', { name: 'Server' }).fill('notes');
        await page.waitForURL(/server=notes/);
        expect(page.url()).toBe(at(service.url, ['feed'], { server: 'notes' }));
      }),
    );
  });
});
