import { describe, expect, it } from '@jest/globals';
import { withPage } from '../../support/browser.ts';
import { withService } from '../../support/service.ts';
import { at, violations } from './look.ts';
import { accepted, open, say, sent, twoTools } from './told.ts';

describe('a task', () => {
  it('shows its sessions side by side, each with what it has of its own', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1, { session_id: 'one' });
        await open(service, 2, { session_id: 'two' });
        await say(service, 1, sent);
        await say(service, 2, sent);
        await page.goto(at(service.url, ['tasks', 'docs']));
        const [one, two] = ['one', 'two'].map((name) => page.getByRole('article', { name }));
        await one!.getByText('Delivered · connection unverified').first().waitFor();
        expect(await violations(page)).toEqual([]);
        await say(service, 2, [accepted, twoTools], sent.length);
        await two!.getByText('Active').waitFor();
        expect(await one!.getByText('Active').count()).toBe(0);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('is followed live: changes come without asking for the list again, and a session that begins comes beside', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await open(service, 1, { session_id: 'one' });
        await open(service, 2, { session_id: 'two' });
        await say(service, 1, sent);
        const connections: string[] = [];
        page.on('websocket', (socket) => connections.push(socket.url()));
        await page.goto(at(service.url, ['tasks', 'docs']));
        await page.getByText('Followed live').waitFor();
        const one = page.getByRole('article', { name: 'one' });
        await one.getByText('Delivered · connection unverified').first().waitFor();
        const list = '**/v1/tasks/**';
        await page.route(list, (route) => route.abort());
        await say(service, 1, [accepted], sent.length);
        await one.getByText('Connected').waitFor();
        await say(service, 1, [twoTools], sent.length + 1);
        await one.getByText('Active').waitFor();
        await page.unroute(list);

        await open(service, 3, { session_id: 'three' });
        const three = page.getByRole('article', { name: 'three' });
        await three.getByText('Not delivered').first().waitFor();
        await say(service, 3, sent);
        await three.getByText('Delivered · connection unverified').first().waitFor();
        expect(await page.getByRole('article').count()).toBe(3);
        await page.getByText('Followed live').waitFor();
        expect(connections).toHaveLength(1);
      }),
    );
  });

  it('says how many are followed where they are too many, and goes on with those when more are shown', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        const numbers = Array.from({ length: 201 }, (_, n) => n + 1);
        await Promise.all(numbers.map((n) => open(service, n, { session_id: `many ${n}`, servers: [] })));
        const connections: string[] = [];
        page.on('websocket', (socket) => connections.push(socket.url()));
        await page.goto(at(service.url, ['tasks', 'docs']));
        const articles = page.getByRole('article');
        for (let shown = 50; shown < numbers.length; shown += 50) {
          await articles.nth(shown - 1).waitFor();
          await articles.nth(shown - 1).scrollIntoViewIfNeeded();
          const more = page.getByRole('button', { name: 'Show more sessions' });
          if ((await articles.count()) === shown) await more.click();
          await articles.nth(Math.min(shown + 49, numbers.length - 1)).waitFor();
        }
        await page.getByText('The newest 200 followed live').waitFor();
        expect(connections).toHaveLength(1);
      }),
    );
  });

  it('says so where nothing was seen of it', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await page.goto(at(service.url, ['tasks', 'nothing']));
        await page.getByText('No session of this task has been seen.').waitFor();
        expect(await violations(page)).toEqual([]);
      }),
    );
  });
});
