import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ServerStatus } from '@mcp-witness/evidence';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const documentation = join(import.meta.dirname, '../../../docs');

/** What axe has against a page as it stands: rule and first element. */
export const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const result = await checker.run();
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
};

/** How far the document is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Waits until what the window was changed to is drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            resolve();
          }),
        );
      }),
  );

/** Texts that stand beyond the window, and cannot be scrolled to within a part of the page that may be. */
export const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('main *, header *')]
      .filter((element) => element.childElementCount === 0 && element.textContent.trim() !== '')
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // What is for screen readers alone is one pixel wide.
        return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element);
      })
      .map((element) => element.textContent);
  });

/** The README's pictures are taken anew when asked for, so that a plain run leaves the checkout as it was. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const path = process.env.WITNESS_PICTURES === undefined ? {} : { path: join(documentation, name) };
  expect((await page.screenshot(path)).length).toBeGreaterThan(5_000);
};

/** The address of a page of the console. */
export const at = (
  url: string,
  path: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string => {
  const search = new URLSearchParams(query).toString();
  return `${url}/#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
};

/** Waits until the explorer of a session's page shows a server in this status. */
export const statusShown = (page: Page, status: ServerStatus): Promise<void> =>
  page.locator(`.explorer-frame [data-status="${status}"]`).first().waitFor();
