import { describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withBrowser } from '../../support/browser.ts';
import { withExampleHost } from '../../support/example-host.ts';
import { freePort } from '../../support/free-port.ts';
import { withLiveSocket } from '../../support/live-socket.ts';
import { type TestService, withService } from '../../support/service.ts';
import { accepted, delivered, type Story, storyOf } from './story.ts';

jest.setTimeout(180_000);

const key = `wk_${'k'.repeat(40)}`;
const authorization = `Bearer ${key}`;

interface Elsewhere {
  readonly service: TestService;
  readonly story: Story;
  /** The host's page, on an origin of its own. */
  readonly page: Page;
  readonly origin: string;
}

/** A service on one origin, and a host's page with the widget on another, which the settings name or not. */
const withElsewhere = async (
  { named }: { readonly named: boolean },
  use: (elsewhere: Elsewhere) => Promise<void>,
): Promise<void> => {
  const port = String(await freePort());
  await withExampleHost(`http://127.0.0.1:${port}`, ({ url: origin }) =>
    withService(
      (service) =>
        withBrowser(async (open) => {
          const story = storyOf(told(service), 'release-notes/42');
          await story.open();
          await story.tell(delivered('witness'));
          await open({}, async ({ page }) => {
            const query = new URLSearchParams({ session: story.session, service: service.url, key });
            await page.goto(`${origin}/?${query.toString()}`);
            await page.getByTestId('mcp-status-trigger').click();
            await page.getByTestId('mcp-server-explorer').waitFor();
            await use({ service, story, page, origin });
          });
        }),
      {
        environment: {
          WITNESS_PORT: port,
          WITNESS_AUTH: 'required',
          WITNESS_ADMIN_KEY: key,
          ...(named ? { WITNESS_CORS_ORIGINS: `https://other.example, ${origin}` } : {}),
        },
      },
    ),
  );
};

const told = ({ get, post }: TestService): Pick<TestService, 'get' | 'post'> => ({
  get: (path) => get(path, { authorization }),
  post: (path, body) => post(path, body, { authorization }),
});

/** What a page's own request for the feed gets: its first event, or why there is none. */
const feedOf = (page: Page, url: string): Promise<string> =>
  page.evaluate(
    async ([address, bearer]) => {
      try {
        const headers = { accept: 'text/event-stream', authorization: bearer! };
        const answer = await fetch(`${address!}/v1/feed?follow=false&limit=1`, { headers });
        return /"type":"([a-z-]+)"/.exec(await answer.text())?.[1] ?? 'nothing';
      } catch {
        return 'kept from it';
      }
    },
    [url, authorization],
  );

describe('a page of another origin', () => {
  it('follows a session and reads the feed with its own token where the settings name its origin', async () => {
    await withElsewhere({ named: true }, async ({ page, service, story }) => {
      const row = page.getByTestId('mcp-server-row-witness');
      await row.locator('[data-status=delivered]').waitFor();
      await page.getByText('Followed live').waitFor();
      await story.tell(accepted);
      await row.locator('[data-status=connected]').waitFor();
      expect(await feedOf(page, service.url)).toBe('attempt-started');
    });
  });

  it('is kept from the answers of the API where they do not', async () => {
    await withElsewhere({ named: false }, async ({ page, service, origin }) => {
      expect(await feedOf(page, service.url)).toBe('kept from it');
      const { status, headers } = await service.get('/v1/sessions', { authorization, origin });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
    });
  });

  it('gets no answer by a cookie, and none beside the API', async () => {
    await withElsewhere({ named: true }, async ({ service: { url, get }, origin }) => {
      const preflight = await fetch(`${url}/v1/sessions`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
      for (const path of ['/auth/session', '/livez', '/openapi.json'])
        expect((await get(path, { origin })).headers.get('access-control-allow-origin')).toBeNull();
      const refused = await get('/v1/sessions', { origin });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
      const foreign = await get('/v1/sessions', { authorization, origin: 'https://third.example' });
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    });
  });

  it('opens a socket where nobody needs a key only from an origin that is named, or of this machine', async () => {
    const named = 'https://app.example';
    await withService(
      async ({ url }) => {
        const opened = (origin: string): Promise<string> =>
          withLiveSocket(url, ({ socket }) => Promise.resolve(socket.protocol), {
            protocols: ['witness.v1'],
            headers: { origin },
          });
        expect(await opened(named)).toBe('witness.v1');
        await expect(opened('https://app.example.evil.example')).rejects.toThrow('403');
      },
      { environment: { WITNESS_CORS_ORIGINS: named } },
    );
  });
});
