import { describe, expect, it } from '@jest/globals';
import { withPage } from '../../support/browser.ts';
import { withService } from '../../support/service.ts';
import { at, picture, statusShown, violations } from './look.ts';
import { accepted, call, listed, open, say, sent, session, tool, twoTools } from './told.ts';

describe('a session', () => {
  it('is followed without a reload, through to its next attempt', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, sent);
        await page.goto(service.url);
        await page.getByRole('link', { name: session }).click();
        await page.getByRole('heading', { level: 1, name: session }).waitFor();
        await statusShown(page, 'delivered');
        await page.getByText('Followed live').waitFor();
        expect(await violations(page)).toEqual([]);

        await say(service, 1, [...sent, accepted, twoTools]);
        await statusShown(page, 'active');
        expect(await violations(page)).toEqual([]);
        await picture(page, 'session.png');

        await open(service, 2, { entry: 'session/load' });
        await page.getByText('Attempt 2, session/load').waitFor();
        await statusShown(page, 'configured');
        expect(await violations(page)).toEqual([]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('shows what a server says of its tools as text, never as markup', async () => {
    const hostile = [tool('<b>bold</b>', '<img src=x onerror=alert(1)>', 9)];
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, listed(hostile, 9)]);
        await page.goto(at(service.url, ['sessions', session], { server: 'witness', tool: '<b>bold</b>' }));
        await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
        expect(await page.locator('main').locator('b, img').count()).toBe(0);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('goes back to any past event and to now again, by controls, timeline and address', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools]);
        await page.goto(at(service.url, ['sessions', session]));
        await statusShown(page, 'active');
        const controls = page.getByRole('group', { name: 'Time travel' });
        await controls.getByText('As of now: 8 events').waitFor();

        await controls.getByRole('button', { name: 'Earlier' }).click();
        await page.getByText('As it was').waitFor();
        await statusShown(page, 'connected');
        await controls.getByRole('slider').focus();
        await page.keyboard.press('Home');
        await controls.getByText('After 1 of 8 events').waitFor();
        await page.getByText('No MCP server was named').waitFor();
        expect(await violations(page)).toEqual([]);
        const shared = page.url();
        expect(shared).toMatch(/[?&]at=\d+/);

        await page.getByRole('link', { name: 'Timeline' }).click();
        const timeline = page.getByRole('table', { name: `Events of ${session}` });
        await timeline.getByRole('link', { name: 'Tools listed' }).click();
        await controls.getByText('After 8 of 8 events').waitFor();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Back to now' }).click();
        await page.getByText('As it was').waitFor({ state: 'detached' });

        await page.goto('about:blank');
        await page.goto(shared);
        await page.getByText('No MCP server was named').waitFor();
        expect(errors).toEqual([]);
      }),
    );
  });

  it('has the whole past of a session in its timeline, attempts that no report names any more as well', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools]);
        for (const n of [2, 3, 4, 5]) await open(service, n, { entry: 'session/load' });
        await page.goto(at(service.url, ['sessions', session], { view: 'timeline' }));
        const started = page.getByRole('table', { name: `Events of ${session}` }).getByRole('row', {
          name: 'Attempt started',
        });
        await started.nth(4).waitFor();
        expect(await started.count()).toBe(5);
        const attempts = await started.locator('[role=cell]').nth(0).allInnerTexts();
        expect(attempts).toEqual(['1']);
        const controls = page.getByRole('group', { name: 'Time travel' });
        await controls.getByRole('slider').focus();
        await page.keyboard.press('Home');
        await controls.getByText('After 1 of ').waitFor();
        await page.getByRole('link', { name: 'Servers' }).click();
        await page.getByText('Attempt 1, session/new').waitFor();
        await page.getByText('No MCP server was named').waitFor();
        expect(errors).toEqual([]);
      }),
    );
  });

  it('says which attempts of its timeline are not followed, and reads them again when asked to', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools]);
        for (const n of [2, 3]) await open(service, n, { entry: 'session/load' });
        await page.goto(at(service.url, ['sessions', session], { view: 'timeline' }));
        const timeline = page.getByRole('table', { name: `Events of ${session}` });
        await timeline.getByText('Tools listed').waitFor();
        const unfollowed = page.getByText('not followed live any more');
        expect(await unfollowed.count()).toBe(0);
        await open(service, 4, { entry: 'session/load' });
        await timeline.getByRole('row', { name: 'Attempt started' }).nth(3).waitFor();
        const again = page.getByRole('button', { name: 'Read again' });
        await again.waitFor();
        expect(await unfollowed.innerText()).toMatch(/^Attempt 1 is /);
        await say(service, 1, [call(1)], sent.length + 2);
        await again.click();
        await timeline.getByText('session_mcp_report · ok').waitFor();
        expect(await violations(page)).toEqual([]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('adds to its timeline and its calls what comes', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools]);
        await page.goto(at(service.url, ['sessions', session], { view: 'timeline' }));
        const timeline = page.getByRole('table', { name: `Events of ${session}` });
        await timeline.getByText('Tools listed').waitFor();
        await say(service, 1, [call(1)], sent.length + 2);
        await timeline.getByText('session_mcp_report · ok').waitFor();
        await page.getByRole('link', { name: 'Calls' }).click();
        const calls = page.getByRole('table', { name: `Tool calls of ${session}` });
        await calls.getByText('session_mcp_report').waitFor();
        expect(await violations(page)).toEqual([]);
        await say(service, 1, [call(2, { tool_name: 'session_mcp_server' })], sent.length + 3);
        await calls.getByText('session_mcp_server').waitFor();
        expect(errors).toEqual([]);
      }),
    );
  });

  it('says plainly when a session is not known, and shows it once it is', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await page.goto(at(service.url, ['sessions', session]));
        await page.getByRole('alert').waitFor();
        expect(await violations(page)).toEqual([]);
        await open(service, 1);
        await page.getByText('Attempt 1, session/new').waitFor();
      }),
    );
  });
});
