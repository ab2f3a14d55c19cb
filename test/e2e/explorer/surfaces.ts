import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { withBrowser } from '../../support/browser.ts';
import { type ExampleHost, withExampleHost } from '../../support/example-host.ts';
import { type TestService, withService } from '../../support/service.ts';
import { type Story, storyOf } from './story.ts';

export type SurfaceName = 'desktop' | 'phone' | 'tablet';

const touch = { hasTouch: true, isMobile: true };

export const surfaces: Readonly<Record<SurfaceName, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, ...touch },
  tablet: { viewport: { width: 820, height: 1180 }, ...touch },
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join(import.meta.dirname, '../../../docs/interface');

/** A host page with the widget in it, on one surface. */
export interface Shown {
  readonly page: Page;
  readonly name: SurfaceName;
  readonly trigger: Locator;
  readonly explorer: Locator;
  /** Takes note that the browser writes of requests that fail, as they are meant to here. */
  readonly forgive: (what: RegExp) => void;
  readonly openExplorer: () => Promise<void>;
  /** Opens a server's page, by a way that the surface has. */
  readonly openServer: (name: string) => Promise<void>;
  readonly closeExplorer: () => Promise<void>;
}

export interface Host extends Omit<ExampleHost, 'url'> {
  readonly service: TestService;
  readonly story: Story;
  /** Shows the story's session on each surface, one after the other. */
  readonly onEach: (use: (shown: Shown) => Promise<void>, query?: string) => Promise<void>;
  readonly on: (name: SurfaceName, use: (shown: Shown) => Promise<void>, query?: string) => Promise<void>;
  readonly onSurface: (
    options: BrowserContextOptions,
    use: (shown: Shown) => Promise<void>,
    query?: string,
  ) => Promise<void>;
}

const shownOn = (page: Page, name: SurfaceName, forgiven: RegExp[]): Shown => {
  const explorer = page.getByTestId('mcp-server-explorer');
  const trigger = page.getByTestId('mcp-status-trigger');
  const press = (locator: Locator): Promise<void> => (name === 'desktop' ? locator.click() : locator.tap());
  return {
    page,
    name,
    trigger,
    explorer,
    forgive: (what) => forgiven.push(what),
    openExplorer: async () => {
      await press(trigger);
      await explorer.waitFor();
      await page.getByText('Followed live').waitFor();
    },
    openServer: async (server) => {
      await press(page.getByTestId(`mcp-server-row-${server}`));
      await page
        .getByTestId('mcp-server-detail')
        .getByRole('heading', { name: server, exact: true })
        .waitFor();
    },
    closeExplorer: async () => {
      await press(page.getByTestId('mcp-explorer-close'));
      await explorer.waitFor({ state: 'detached' });
    },
  };
};

interface HostOptions {
  /** Settings of the service. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The host's page; the one with the custom element when absent. */
  readonly files?: Parameters<typeof withExampleHost>[2];
}

/** A service, a host of its own origin, and a story that is not told yet. */
export const withHost = (
  use: (host: Host) => Promise<void>,
  { environment = {}, files }: HostOptions = {},
): Promise<void> =>
  withService(
    (service) =>
      withExampleHost(
        service.url,
        ({ url, ...sockets }) =>
          withBrowser(async (open) => {
            const story = storyOf(service, 'release-notes/42');
            const onSurface: Host['onSurface'] = (options, run, query = '') =>
              open(options, async ({ page, errors }) => {
                await page.goto(`${url}/?session=${encodeURIComponent(story.session)}${query}`);
                const forgiven: RegExp[] = [];
                const shown = shownOn(page, nameOf(options), forgiven);
                await shown.trigger.waitFor();
                await run(shown);
                // Refusals of the page's policy are among them.
                expect(errors.filter((error) => !forgiven.some((what) => what.test(error)))).toEqual([]);
              });
            const on: Host['on'] = (name, run, query) => onSurface(surfaces[name], run, query);
            const onEach: Host['onEach'] = async (run, query) => {
              for (const name of ['desktop', 'phone', 'tablet'] as const) await on(name, run, query);
            };
            await use({ service, story, ...sockets, onEach, on, onSurface });
          }),
        files,
      ),
    { environment },
  );

const nameOf = (options: BrowserContextOptions): SurfaceName => {
  if (options.hasTouch !== true) return 'desktop';
  return (options.viewport?.width ?? 0) < 700 ? 'phone' : 'tablet';
};

/** What axe finds, in the shadow root too. */
export const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const result = await checker.run({ runOnly: { type: 'tag', values: tags } });
    return result.violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''} ${nodes[0]?.failureSummary ?? ''}`,
    );
  });
};

/** How far the document would have to be scrolled sideways: 0 where nothing sticks out. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The pictures of the documentation are taken anew when asked for; a plain run leaves the checkout as it was. */
export const picture = async ({ page, name }: Shown, state: string): Promise<void> => {
  const path =
    process.env.WITNESS_PICTURES === undefined ? {} : { path: join(pictures, `${state}-${name}.png`) };
  await page.screenshot({ ...path, scale: 'css', animations: 'disabled' });
};

/** Waits until the element has the focus: where what had it is gone, it is given on in a later turn. */
export const keepsFocus = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.activeElement?.localName === 'witness-mcp-status');
};

/** The names of elements that hold the focus, from the document into shadow roots. */
export const focusPath = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const path: string[] = [];
    let root: Document | ShadowRoot = document;
    for (;;) {
      const active: Element | null = root.activeElement;
      if (active === null) return path;
      const name = active.getAttribute('aria-label') ?? active.textContent.trim();
      path.push(`${active.tagName.toLowerCase()} ${name}`.trim().slice(0, 80));
      if (active.shadowRoot === null) return path;
      root = active.shadowRoot;
    }
  });
