import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { at } from '../e2e/console/look.ts';
import { withPage } from '../support/browser.ts';
import { withRestartedService } from '../support/restarted-service.ts';
import { chosenAgents } from './harness/registry.mjs';
import { type AcpClient, prompt, setStage } from './harness/stage.mjs';

const sentinel = fileURLToPath(new URL('sentinels/stdio.mjs', import.meta.url));

const patienceMilliseconds = 120_000;

/** Notes in the page itself every status of the built-in server that it shows, with the attempt. A page loaded anew has no notes. */
const noteStatuses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted: string[] = [];
    (globalThis as { noted?: string[] }).noted = noted;
    const look = (): void => {
      const row = document.querySelector('[data-testid="mcp-server-row-witness"] [data-status]');
      const attempt = /Attempt \d+/.exec(document.querySelector('.explorer-frame')?.textContent ?? '')?.[0];
      const now = `${attempt ?? ''} ${row?.getAttribute('data-status') ?? ''}`;
      if (row !== null && noted.at(-1) !== now) noted.push(now);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    look();
  });

const notedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as { noted?: string[] }).noted ?? []);

const wanted = ['Attempt 1 active', 'Attempt 1 disconnected', 'Attempt 2 active', 'Attempt 2 disconnected'];

const isFirstOf =
  (some: readonly string[]) =>
  (note: string, index: number, all: readonly string[]): boolean =>
    some.includes(note) && all.indexOf(note) === index;

describe('the page of a session, open while a real agent works', () => {
  it.each(chosenAgents())(
    '$name: shows each change of status without being loaded again, across a restart of the service too',
    async (agent) => {
      await withRestartedService(async (service) => {
        const session = randomUUID();
        const start = { flags: ['--session', session] };
        const stage = await setStage({
          agent,
          serviceUrl: service.url,
          wantedTools: ['session_mcp_report'],
        });
        const log = join(stage.temp, 'notes.jsonl');
        const newSession = async (client: AcpClient): Promise<string> => {
          const mcpServers = [
            { name: 'notes', command: process.execPath, args: [sentinel, 'notes', log], env: [] },
          ];
          const { result } = await client.request('session/new', { cwd: stage.cwd, mcpServers });
          return result?.sessionId ?? '';
        };
        try {
          await withPage(async ({ page }) => {
            page.setDefaultTimeout(patienceMilliseconds);
            const row = page.getByTestId('mcp-server-row-witness');
            const notes = page.getByTestId('mcp-server-row-notes');
            const shown = (status: string, of = row): Promise<void> =>
              of.locator(`[data-status=${status}]`).waitFor();
            await page.goto(at(service.url, ['sessions', session]));

            await stage.inNewProcess(start, async (client) => {
              const acpSession = await newSession(client);
              await shown('active');
              await noteStatuses(page);
              await page.getByText('Followed live').waitFor();
              await prompt(client, agent, acpSession);
              await row.getByText('1 call').waitFor();
            });
            await shown('disconnected');

            await stage.inNewProcess(start, async (client) => {
              const acpSession = await newSession(client);
              await page.getByText('Attempt 2, session/new').waitFor();
              await shown('delivered', notes);
              await shown('active');
              await service.stop();
              await page.getByText('Reconnecting …').waitFor();
              await prompt(client, agent, acpSession);
              expect(await row.getByText('1 call').count()).toBe(0);
              await service.startAgain();
              await row.getByText('1 call').waitFor();
              await page.getByText('Followed live').waitFor();
              await shown('delivered', notes);
            });
            await shown('disconnected');

            const noted = await notedIn(page);
            // Between them an agent may connect anew, and lists again then.
            expect({ noted, inOrder: noted.filter(isFirstOf(wanted)) }).toEqual({ noted, inOrder: wanted });
          });
        } finally {
          await stage.clear();
        }
      });
    },
  );
});
