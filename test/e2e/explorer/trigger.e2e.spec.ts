import { describe, expect, it, jest } from '@jest/globals';
import { resolved } from '../../support/evidence.ts';
import { accepted, delivered, listed, manyTools, tool } from './story.ts';
import { focusPath, picture, violations, withHost, type Host } from './surfaces.ts';

jest.setTimeout(180_000);

const anActiveServer = async ({ story }: Host): Promise<void> => {
  await story.open();
  await story.tell(delivered('witness'), delivered('notes'), accepted, listed([tool('session_mcp_report')]));
};

describe('the control in the toolbar', () => {
  it('has a tooltip on hover and on keyboard focus, with every server, its status and its colour', async () => {
    await withHost(async (host) => {
      await anActiveServer(host);
      await host.on('desktop', async (shown) => {
        const { page, trigger } = shown;
        const tooltip = page.getByRole('tooltip');
        const isGreen = async (): Promise<void> => {
          const row = page.getByTestId('mcp-tooltip-server-witness');
          await row.locator('[data-colour=green]').waitFor();
          expect(await row.innerText()).toMatch(/witness\s+Active/);
          expect(await tooltip.innerText()).toMatch(/linear\s+Not delivered[^]*notes\s+Delivered/);
        };
        await trigger.hover();
        await isGreen();
        await picture(shown, 'tooltip');
        expect(await violations(page)).toEqual([]);
        await page.mouse.move(600, 600);
        await tooltip.waitFor({ state: 'detached' });
        await page.locator('#before').focus();
        await page.keyboard.press('Tab');
        await isGreen();
        expect(await trigger.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'));
        const quiet = await trigger.evaluate((element) => getComputedStyle(element).color);
        const text = await page.evaluate(() => {
          const inside = document.querySelector('witness-mcp-status')!.shadowRoot!.querySelector('.witness')!;
          return getComputedStyle(inside).color;
        });
        expect(quiet).toBe(text);
      });
    });
  });

  it('has every one of thirty servers in the tooltip, within the window and without scrolling', async () => {
    const names = Array.from({ length: 29 }, (_, n) => `profile_server_${String(n).padStart(2, '0')}`);
    await withHost(async (host) => {
      const { story } = host;
      await story.open({
        servers: [
          resolved('witness'),
          ...names.map((name) => resolved(name, { source: 'profile', observed: false })),
        ],
      });
      await story.tell(delivered('witness'), ...names.map((name) => delivered(name)), accepted);
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 1024, height: 600 },
      ]) {
        await host.onSurface({ viewport }, async (shown) => {
          const { page, trigger } = shown;
          await trigger.hover();
          const tooltip = page.getByRole('tooltip');
          await tooltip.waitFor();
          const rows = tooltip.getByRole('listitem');
          expect(await rows.count()).toBe(30);
          const texts = await rows.allInnerTexts();
          expect(texts[0]).toMatch(/^witness\s+Connected$/);
          for (const [n, name] of names.entries())
            expect(texts[n + 1]).toMatch(new RegExp(`^${name}\\s+Delivered · connection unverified$`));
          const outside = await tooltip.evaluate((element) =>
            [element, ...element.querySelectorAll('li, li > *')]
              .filter((part) => {
                const { left, top, right, bottom } = part.getBoundingClientRect();
                const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
                return isOut || part.scrollWidth > part.clientWidth + 1;
              })
              .map((part) => part.textContent),
          );
          expect(outside).toEqual([]);
          expect(await violations(page)).toEqual([]);
          if (viewport.width === 1280) await picture(shown, 'tooltip-many');
        });
      }
    });
  });

  it('opens a wide dialog with two panes for a pointer, the built-in server chosen, and gives the focus back', async () => {
    await withHost(async (host) => {
      await anActiveServer(host);
      await host.on('desktop', async ({ page, trigger, explorer, openExplorer }) => {
        await openExplorer();
        const dialog = page.getByRole('dialog', { name: 'MCP servers' });
        const box = (await dialog.boundingBox())!;
        expect(box.width).toBeGreaterThan(900);
        expect(box.height).toBeLessThanOrEqual(800);
        expect(await explorer.getAttribute('data-layout')).toBe('panes');
        expect(await page.locator('[aria-current=true]').getAttribute('data-server-name')).toBe('witness');
        expect(await page.getByTestId('mcp-tool-row-session_mcp_report').isVisible()).toBe(true);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        expect((await focusPath(page)).at(-1)).toBe('button MCP servers');
        expect(await trigger.getAttribute('aria-haspopup')).toBe('dialog');
      });
    });
  });

  it('opens a drawer for fingers: as high as a phone, bounded on a tablet', async () => {
    await withHost(async (host) => {
      await anActiveServer(host);
      for (const [name, share] of [['phone', 1] as const, ['tablet', 0.8] as const]) {
        await host.on(name, async ({ page, trigger, explorer, openExplorer }) => {
          const target = (await trigger.boundingBox())!;
          expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44);
          await openExplorer();
          expect(await explorer.getAttribute('data-layout')).toBe('stack');
          expect(await explorer.getAttribute('data-page')).toBe('servers');
          const box = (await page.locator('.witness-modal').boundingBox())!;
          const { width, height } = page.viewportSize()!;
          expect(Math.abs(box.height - height * share)).toBeLessThan(2);
          expect(box.width).toBeLessThanOrEqual(width);
          expect(Math.abs(box.y + box.height - height)).toBeLessThan(2);
          // Everything that a tooltip would have said.
          for (const [server, label] of [
            ['witness', 'Active'],
            ['notes', 'Delivered'],
            ['linear', 'Not delivered'],
          ])
            expect(await page.getByTestId(`mcp-server-row-${server!}`).innerText()).toContain(label!);
        });
      }
    });
  });

  it('keeps what is in the drawer out from under notches and bars', async () => {
    const insets = { top: 40, right: 0, bottom: 30, left: 0 };
    await withHost(async (host) => {
      await anActiveServer(host);
      await host.on('phone', async ({ page, explorer, openExplorer }) => {
        const browser = await page.context().newCDPSession(page);
        await browser.send('Emulation.setSafeAreaInsetsOverride', { insets });
        await openExplorer();
        const box = (await explorer.boundingBox())!;
        expect(box.y).toBeGreaterThanOrEqual(insets.top);
        expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height - insets.bottom);
      });
    });
  });

  it('has one control that closes, for eyes and for assistive technology', async () => {
    await withHost(async (host) => {
      await anActiveServer(host);
      await host.onEach(async ({ page, openExplorer, closeExplorer }) => {
        await openExplorer();
        const named = page.getByRole('button', { name: /close|dismiss/i, includeHidden: true });
        expect(await named.count()).toBe(1);
        expect(await named.isVisible()).toBe(true);
        await closeExplorer();
        expect(await page.getByRole('dialog').count()).toBe(0);
      });
    });
  });

  it('keeps the focus in the dialog, in a shadow root, and arrows move within a list', async () => {
    await withHost(async (host) => {
      await host.story.open();
      await host.story.tell(delivered('witness'), accepted, listed(manyTools(5)));
      await host.on('desktop', async ({ page, openExplorer }) => {
        await openExplorer();
        for (let step = 0; step < 25; step += 1) {
          await page.keyboard.press('Tab');
          const path = await focusPath(page);
          expect(path[0]).toContain('witness-mcp-status');
          expect(path.at(-1)).not.toBe('button MCP servers');
        }
        await page.getByTestId('mcp-tool-row-tool_000').focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('End');
        await page.keyboard.press('ArrowUp');
        expect((await focusPath(page)).at(-1)).toContain('tool_003');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'tool_003' }).waitFor();
        expect((await focusPath(page)).at(-1)).toBe('button Back to tools');
      });
    });
  });
});
