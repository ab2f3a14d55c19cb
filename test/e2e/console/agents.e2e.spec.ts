import { describe, expect, it } from '@jest/globals';
import { withPage } from '../../support/browser.ts';
import { withService } from '../../support/service.ts';
import { at, violations } from './look.ts';
import { accepted, call, open, say, sent, session, twoTools } from './told.ts';

const count = 260;

describe('the page of agents', () => {
  it('says so where there is none', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await page.goto(at(service.url, ['agents']));
        await page.getByText('No agent has been seen yet.').waitFor();
        expect(await violations(page)).toEqual([]);
      }),
    );
  });

  it('totals clients over every session, the unknown one too, and shows the calls of a session newest first', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        const calls = Array.from({ length: count }, (_, n) =>
          call(n, n === 3 ? { outcome: 'tool_error', error_code: 'invalid_params' } : {}),
        );
        await say(service, 1, [...sent, accepted, twoTools, ...calls]);
        await open(service, 2, { session_id: 'silent' });
        await page.goto(at(service.url, ['agents']));
        const clients = page.getByRole('table', { name: 'Clients' });
        await clients.getByRole('row', { name: `opencode 1.18.33 1 1 ${count} 1` }).waitFor();
        await clients.getByRole('row', { name: 'Unknown client 1 1 0 0' }).waitFor();
        expect(await violations(page)).toEqual([]);

        await page.getByRole('link', { name: `Calls of ${session}` }).click();
        const table = page.getByRole('table', { name: `Tool calls of ${session}` });
        await table.waitFor();
        const first = table.getByRole('row').nth(1);
        expect(await first.innerText()).toContain(`${count - 1} ms`);
        await page.getByRole('button', { name: 'Show older calls' }).scrollIntoViewIfNeeded();
        await table.getByText('tool error · invalid params').waitFor();
        expect(await table.getByRole('row').count()).toBe(count + 1);
        expect(await violations(page)).toEqual([]);

        await page.getByRole('link', { name: 'Calls of silent' }).click();
        await page.getByText('No tool call of this session has been seen.').waitFor();
        // What comes is shown without being asked for.
        await open(service, 3, { session_id: 'late' });
        await page.getByRole('link', { name: 'Calls of late' }).waitFor();
        await clients.getByRole('row', { name: 'Unknown client 2 2 0 0' }).waitFor();
        expect(errors).toEqual([]);
      }),
    );
  });
});
