import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withPage } from '../../support/browser.ts';
import { withService } from '../../support/service.ts';
import { at, cut, drawn, overflow, violations } from './look.ts';
import { accepted, call, open, say, sent, session, twoTools } from './told.ts';

const pages: readonly (readonly [
  path: readonly string[],
  heading: string,
  query?: Record<string, string>,
])[] = [
  [[], 'Sessions'],
  [['sessions', session], session],
  [['sessions', session], session, { view: 'timeline' }],
  [['sessions', session], session, { view: 'calls' }],
  [['tasks', 'docs'], 'docs'],
  [['agents'], 'Agents', { session }],
  [['feed'], 'Feed'],
  [['audit'], 'Audit'],
  [['settings'], 'Settings'],
  [['nowhere'], 'Nothing is here'],
];

/** Opens every page in turn, once it has what it shows. */
const onEveryPage = async (page: Page, visit: (where: string) => Promise<void>): Promise<void> => {
  await withService(async (service) => {
    await open(service, 1);
    await say(service, 1, [...sent, accepted, twoTools, call(1)]);
    for (const [path, heading, query] of pages) {
      const address = at(service.url, path, query);
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText('Loading …').waitFor({ state: 'detached' });
      await visit(address.slice(service.url.length));
    }
  });
};

describe('every page', () => {
  // A window of 1280 by 720 pixels has 640 by 360 of the page's own where everything is shown twice as large.
  it('needs no sideways scrolling and cuts nothing at 320 pixels, nor at twice the size', async () => {
    await withPage(async ({ page, errors }) => {
      await onEveryPage(page, async (where) => {
        for (const [width, height] of [
          [320, 640],
          [640, 360],
        ] as const) {
          await page.setViewportSize({ width, height });
          await drawn(page);
          expect([where, width, await overflow(page)]).toEqual([where, width, 0]);
          expect([where, width, await cut(page)]).toEqual([where, width, []]);
          // A heading with nothing beside it is a riddle.
          const bare = page.locator('[role=cell]:empty').filter({ visible: true });
          expect([where, width, await bare.count()]).toEqual([where, width, 0]);
          expect([where, width, await violations(page)]).toEqual([where, width, []]);
        }
      });
      expect(errors).toEqual([]);
    });
  });

  it('stands in the dark, from right to left and in forced colours', async () => {
    await withPage(async ({ page, errors }) => {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await onEveryPage(page, async (where) => {
        expect([where, await violations(page)]).toEqual([where, []]);
        await page.emulateMedia({ forcedColors: 'active' });
        await page.evaluate(() => {
          document.documentElement.dir = 'rtl';
        });
        expect([where, await overflow(page)]).toEqual([where, 0]);
        expect([where, await violations(page)]).toEqual([where, []]);
        await page.emulateMedia({ forcedColors: 'none' });
      });
      expect(errors).toEqual([]);
    });
  });

  it('turns around while it is looked at, every line with it, and keeps its controls in one row on a small phone', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await open(service, 1);
        await say(service, 1, [...sent, accepted, twoTools]);
        await page.goto(at(service.url, ['sessions', session]));
        const row = page.getByTestId('mcp-server-row-witness');
        await row.getByText('2 tools').waitFor();
        await page.evaluate(() => {
          document.documentElement.dir = 'rtl';
        });
        const farFromTheRight = await row.evaluate((element) => {
          const { left, width } = element.getBoundingClientRect();
          const range = document.createRange();
          return [...element.querySelectorAll('bdi, .witness-line')]
            .filter((line) => {
              range.selectNodeContents(line);
              return range.getBoundingClientRect().right < left + width / 2;
            })
            .map((line) => line.textContent);
        });
        expect(farFromTheRight).toEqual([]);

        await page.setViewportSize({ width: 320, height: 640 });
        await drawn(page);
        const controls = page.getByRole('group', { name: 'Time travel' });
        const [earlier, later] = await Promise.all(
          ['Earlier', 'Later'].map((name) => controls.getByRole('button', { name }).boundingBox()),
        );
        expect(later!.y).toBe(earlier!.y);
      }),
    );
  });

  it('is reached and left by keyboard alone, with the focus on what was gone to', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await open(service, 1);
        await page.goto(service.url);
        await page.getByRole('link', { name: session }).waitFor();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('page');
        await page.getByRole('link', { name: session }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: session }).waitFor();
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('page');
      }),
    );
  });
});
