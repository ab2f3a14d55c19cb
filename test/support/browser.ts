import { spawnSync } from 'node:child_process';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const executable = (): string => {
  const named =
    process.env.CHROMIUM_PATH ?? spawnSync('sh', ['-c', 'command -v chromium']).stdout.toString().trim();
  if (named === '')
    throw new Error('Chromium is needed: `npm test` installs it, or set CHROMIUM_PATH to its executable.');
  return named;
};

export interface OpenPage {
  readonly page: Page;
  /** What the page wrote to its console as errors, and exceptions that nobody caught. */
  readonly errors: readonly string[];
}

type OpenIn = <T>(context: BrowserContextOptions, use: (open: OpenPage) => Promise<T>) => Promise<T>;

/** Starts the system's Chromium; each page it opens has a context of its own. All is closed after the callback. */
export const withBrowser = async <T>(use: (open: OpenIn) => Promise<T>): Promise<T> => {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser: Browser = await chromium.launch({ executablePath: executable(), args });
  try {
    return await use(async (options, usePage) => {
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      try {
        return await usePage({ page, errors });
      } finally {
        await context.close();
      }
    });
  } finally {
    await browser.close();
  }
};

/** Opens a page of the system's Chromium and closes the browser after the callback. */
export const withPage = <T>(use: (open: OpenPage) => Promise<T>): Promise<T> =>
  withBrowser((open) => open({ viewport: { width: 1100, height: 900 } }, use));
