import { describe, expect, it, jest } from '@jest/globals';
import { resolved } from '../../support/evidence.ts';
import type { TestService } from '../../support/service.ts';
import { accepted, called, delivered, listed, type Story, storyOf, tool } from './story.ts';
import { keepsFocus, violations, withHost } from './surfaces.ts';

jest.setTimeout(180_000);

const sent = ['witness', 'notes', 'linear'].map((name) => delivered(name));

/** A story that is told to a service which wants a key. */
const storyWith = ({ get, post }: TestService, key: string): Story => {
  const headers = { authorization: `Bearer ${key}` };
  return storyOf(
    { get: (path) => get(path, headers), post: (path, body) => post(path, body, headers) },
    'release-notes/42',
  );
};

describe('a session that goes on', () => {
  it('is followed without a reload, and each change of status is said politely', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...sent);
      let round = 0;
      await onEach(async ({ page, openExplorer }) => {
        round += 1;
        await openExplorer();
        const said = page.locator('[role=status][data-live-announcer]');
        const row = page.getByTestId('mcp-server-row-witness');
        await story.open({ entry: 'session/load' });
        await story.tell(...sent);
        await page.getByText(`Attempt ${round + 1}, session/load`).waitFor();
        await story.tell(accepted);
        await row.locator('[data-status=connected]').waitFor();
        expect(await said.innerText()).toBe('witness: Connected');
        await story.tell(listed([tool('look')]), called);
        await row.locator('[data-status=active]').waitFor();
        await row.getByText('1 tool · 1 call').waitFor();
        expect(await said.innerText()).toBe('witness: Active');
      });
    });
  });

  it('is caught up with after the socket dropped, by itself', async () => {
    await withHost(async ({ story, on, cutSockets, mendSockets }) => {
      await story.open();
      await story.tell(...sent);
      await on('desktop', async ({ page, forgive, openExplorer }) => {
        forgive(/WebSocket connection to .* failed/);
        await openExplorer();
        cutSockets();
        await page.getByText('Connecting …').waitFor();
        await story.tell(accepted, listed([tool('look')]));
        mendSockets();
        await page.getByTestId('mcp-server-row-witness').locator('[data-status=active]').waitFor();
        await page.getByText('Followed live').waitFor();
        await page.getByTestId('mcp-tool-row-look').waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
      });
    });
  });

  it('shows what would be chosen first when the server or tool that was looked at is gone', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await onEach(async ({ page, explorer, name, openExplorer, openServer }) => {
        await story.open();
        await story.tell(...sent, accepted, listed([tool('look'), tool('tell')]));
        await page.reload();
        await openExplorer();
        await openServer('witness');
        await page.getByTestId('mcp-tool-row-tell').click();
        await page.getByTestId('mcp-tool-detail').waitFor();
        await story.tell(listed([tool('look')]));
        await page.getByTestId('mcp-tool-list').waitFor();
        await keepsFocus(page);
        if (name !== 'desktop') await page.getByRole('button', { name: 'Back to servers' }).click();
        await openServer('notes');
        await story.open({ servers: [resolved('linear', { source: 'profile' }), resolved('witness')] });
        await page
          .getByTestId('mcp-server-detail')
          .getByRole('heading', { name: 'witness', exact: true })
          .waitFor();
        expect(await explorer.isVisible()).toBe(true);
        await keepsFocus(page);
      });
    });
  });

  it('shows what may be done without a report, and what there is once there is one', async () => {
    await withHost(async ({ story, on }) => {
      await on('phone', async ({ page, trigger, forgive }) => {
        forgive(/404 .*\/report$/);
        await trigger.tap();
        await page.getByText('There is no report of this session yet.').waitFor();
        expect(await violations(page)).toEqual([]);
        await story.open();
        await story.tell(...sent);
        await page.getByTestId('mcp-server-row-witness').waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
      });
    });
  });

  it('is followed with a token that the host gives for every request', async () => {
    const key = `wk_${'k'.repeat(40)}`;
    const environment = { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: key };
    await withHost(
      async ({ service, on }) => {
        const story = storyWith(service, key);
        await story.open();
        await story.tell(...sent);
        await on(
          'desktop',
          async ({ page, openExplorer }) => {
            await openExplorer();
            await story.tell(accepted);
            await page.getByTestId('mcp-server-row-witness').locator('[data-status=connected]').waitFor();
            expect(await page.content()).not.toContain(key);
          },
          `&key=${key}`,
        );
      },
      { environment },
    );
  });

  it('is followed once the host gives a token that is taken, though the first was refused', async () => {
    const key = `wk_${'k'.repeat(40)}`;
    const environment = { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: key };
    await withHost(
      async ({ service, on }) => {
        const story = storyWith(service, key);
        await story.open();
        await story.tell(...sent);
        await on('desktop', async ({ page, forgive, openExplorer }) => {
          forgive(/401/);
          forgive(/WebSocket connection to .* failed/);
          await page.evaluate((taken) => {
            let asked = 0;
            const element = document.querySelector('witness-mcp-status') as unknown as {
              token: () => string;
            };
            element.token = () => {
              asked += 1;
              return asked === 1 ? 'wk_of-yesterday' : taken;
            };
          }, key);
          await openExplorer();
          expect(await page.getByTestId('mcp-server-row-witness').isVisible()).toBe(true);
        });
      },
      { environment },
    );
  });

  it('is not followed where the address of the service is none, and that is said', async () => {
    await withHost(async ({ story, on }) => {
      await story.open();
      await on('desktop', async ({ page, trigger }) => {
        await page.evaluate(() => {
          document.querySelector('witness-mcp-status')!.setAttribute('service-url', 'http://[');
        });
        await trigger.click();
        const said = await page.getByRole('alert').innerText();
        expect(said).toBe(
          'The attribute service-url is no address: “http://[”. Set it to that of the service.',
        );
      });
    });
  });
});
