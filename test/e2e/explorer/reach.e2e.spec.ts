import { describe, expect, it, jest } from '@jest/globals';
import { accepted, delivered, listed, manyTools, tool } from './story.ts';
import { picture, sideways, surfaces, violations, withHost, type Host, type Shown } from './surfaces.ts';

jest.setTimeout(180_000);

const longName = 'a_server_with_a_name_that_is_much_longer_than_anybody_would_want_it_to_be';

const aSession = async ({ story }: Host): Promise<void> => {
  await story.open();
  await story.tell(
    delivered('witness'),
    delivered('notes'),
    delivered(longName),
    accepted,
    listed([tool('x'.repeat(120), { description: 'y'.repeat(400) }), ...manyTools(40)]),
  );
};

/** Through every page: servers, server and its tabs, tool. */
const walk = async (
  { page, openExplorer, openServer }: Shown,
  look: (state: string) => Promise<void>,
): Promise<void> => {
  await openExplorer();
  await look('servers');
  await openServer('witness');
  await look('tools');
  for (const tab of ['Evidence', 'History', 'Test']) {
    await page.getByRole('tab', { name: tab }).click();
    await look(tab);
  }
  await page.getByRole('tab', { name: /Tools/ }).click();
  await page.getByTestId('mcp-tool-row-tool_000').click();
  await page.getByTestId('mcp-tool-detail').waitFor();
  await look('tool');
};

describe('the explorer, for everybody', () => {
  it('loses nothing at 320 pixels, nor at twice the size', async () => {
    await withHost(async (host) => {
      await aSession(host);
      for (const viewport of [
        { width: 320, height: 640 },
        { width: 640, height: 400 },
      ]) {
        await host.onSurface({ viewport }, async (shown) => {
          const { page } = shown;
          await walk(shown, async () => {
            expect(await sideways(page)).toBe(0);
            const out = await page.getByTestId('mcp-server-explorer').evaluate((element) =>
              [...element.querySelectorAll('*')]
                .filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1)
                .filter((part) => part.closest('.witness-tabs, pre, .witness-line') === null)
                .map((part) => part.className),
            );
            expect(out).toEqual([]);
          });
          expect(await violations(page)).toEqual([]);
          await picture(shown, `at-${viewport.width}`);
        });
      }
    });
  });

  it('gives fingers targets of 44 pixels', async () => {
    await withHost(async (host) => {
      await aSession(host);
      await host.on('phone', async (shown) => {
        await walk(shown, async () => {
          const small = await shown.explorer.locator('button, summary').evaluateAll((parts) =>
            parts
              .map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }))
              .filter(({ box }) => Math.min(box.width, box.height) < 44)
              .map(({ text }) => text),
          );
          expect(small).toEqual([]);
        });
      });
    });
  });

  it('reads from right to left where the page does', async () => {
    await withHost(async (host) => {
      await aSession(host);
      await host.on(
        'desktop',
        async (shown) => {
          const { page } = shown;
          await shown.openExplorer();
          const list = (await page.getByTestId('mcp-server-list').boundingBox())!;
          const detail = (await page.getByTestId('mcp-server-detail').boundingBox())!;
          expect(list.x).toBeGreaterThan(detail.x);
          expect(await sideways(page)).toBe(0);
          // What is written from left to right stays so: a number is not torn from its words.
          const line = page.getByTestId('mcp-server-row-witness').locator('.witness-line');
          const ends = await line.evaluate((element) => {
            const { firstChild: text } = element;
            return [0, 3].map((at) => {
              const range = document.createRange();
              range.setStart(text!, at);
              range.setEnd(text!, at + 1);
              return range.getBoundingClientRect().x;
            });
          });
          expect(ends[0]).toBeLessThan(ends[1]!);
          // And it stands at the right, where lines begin.
          expect(ends[0]).toBeGreaterThan(list.x + list.width / 2);
          await page.getByRole('tab', { name: /Tools/ }).focus();
          await page.keyboard.press('ArrowLeft');
          await page.keyboard.press('Enter');
          await page.getByRole('list', { name: 'Checklist of witness' }).waitFor();
          await picture(shown, 'rtl');
          expect(await violations(page)).toEqual([]);
        },
        '&dir=rtl',
      );
    });
  });

  it('tells statuses apart in the dark, with forced colours, and moves nothing where that is not wanted', async () => {
    await withHost(async (host) => {
      await aSession(host);
      const { desktop } = surfaces;
      await host.onSurface({ ...desktop, colorScheme: 'dark' }, async (shown) => {
        await walk(shown, async () => {
          expect(await violations(shown.page)).toEqual([]);
        });
        await picture(shown, 'dark');
      });
      const quiet = { forcedColors: 'active', reducedMotion: 'reduce' } as const;
      await host.onSurface({ ...desktop, ...quiet }, async (shown) => {
        await shown.openExplorer();
        const shapes = await shown.page
          .getByTestId('mcp-server-list')
          .locator('svg')
          .evaluateAll((marks) => new Set(marks.map((mark) => mark.innerHTML)).size);
        expect(shapes).toBe(3);
        const animation = await shown.page
          .locator('.witness-modal')
          .evaluate((element) => getComputedStyle(element).animationName);
        expect(animation).toBe('none');
        await picture(shown, 'forced-colours');
      });
    });
  });

  it('takes nothing of the look of its host, and gives it nothing', async () => {
    await withHost(async (host) => {
      await aSession(host);
      await host.on('desktop', async ({ page, trigger, openExplorer }) => {
        const hostButton = page.locator('#before');
        const look = (): Promise<string[]> =>
          hostButton.evaluate((element) => {
            const { color, padding, font, textTransform } = getComputedStyle(element);
            return [color, padding, font, textTransform];
          });
        const before = await look();
        await openExplorer();
        expect(await look()).toEqual(before);
        const own = await trigger.evaluate((element) => {
          const { textTransform, letterSpacing, backgroundColor } = getComputedStyle(element);
          return { textTransform, letterSpacing, backgroundColor };
        });
        expect(own).toEqual({
          textTransform: 'none',
          letterSpacing: 'normal',
          backgroundColor: 'rgba(0, 0, 0, 0)',
        });
        await page.evaluate(() => {
          document
            .querySelector<HTMLElement>('witness-mcp-status')!
            .style.setProperty('--witness-ground', 'rgb(1, 2, 3)');
        });
        const ground = await page
          .getByTestId('mcp-server-explorer')
          .evaluate((element) => getComputedStyle(element).backgroundColor);
        expect(ground).toBe('rgb(1, 2, 3)');
      });
    });
  });
});
