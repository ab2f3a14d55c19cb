import { describe, expect, it } from '@jest/globals';
import { withPage } from '../../support/browser.ts';
import { withService } from '../../support/service.ts';
import { at, violations } from './look.ts';
import { open, say, sent } from './told.ts';

describe('the page of the audit', () => {
  it('checks the log, hands out a copy, and says who did what', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, sent);
        await page.goto(at(service.url, ['audit']));
        await page.getByRole('button', { name: 'Check the log' }).click();
        await page.getByText('The log is what was recorded.').waitFor();
        expect(await page.getByText(/^\d+ events and \d+ signed blocks? checked/).isVisible()).toBe(true);
        expect(await violations(page)).toEqual([]);
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Export the log' }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(/^witness-.*\.ndjson$/);
        await page.reload();
        await page.getByRole('table', { name: 'Access' }).getByText('audit export').waitFor();
        expect(await violations(page)).toEqual([]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('says where the log is not what was recorded', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await open(service, 1);
        await service.database.ownerPool.query(
          `set session_replication_role = replica;
           update es_events set type = 'tools-changed' where position = 2;
           set session_replication_role = origin`,
        );
        await page.goto(at(service.url, ['audit']));
        await page.getByRole('button', { name: 'Check the log' }).click();
        await page.getByText('The log is not what was recorded:').waitFor();
        expect(await violations(page)).toEqual([]);
      }),
    );
  });
});
