import { spawnSync } from 'node:child_process';
import { chromium, type Browser, type Page } from 'playwright-core';

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

/** Opens a page of the system's Chromium and closes the browser after the callback. */
export const withPage = async <T>(use: (open: OpenPage) => Promise<T>): Promise<T> => {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser: Browser = await chromium.launch({ executablePath: executable(), args });
  try {
    const page = await browser.newPage({
      viewport: { width: 1100, height: 900 },
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    return await use({ page, errors });
  } finally {
    await browser.close();
  }
};
