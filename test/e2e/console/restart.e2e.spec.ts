import { describe, expect, it } from '@jest/globals';
import { withAgentRun } from '../../support/agent-run.ts';
import { withPage } from '../../support/browser.ts';
import { withDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { at, statusShown } from './look.ts';

const patienceMilliseconds = 100_000;

describe('a page across a restart of the service', () => {
  it('goes on showing what the agent does, without being loaded again', async () => {
    await withDatabase(async ({ url: database }) => {
      const environment = {
        DATABASE_URL: database,
        WITNESS_PORT: String(await freePort()),
        WITNESS_LOG_LEVEL: 'silent',
      };
      let service = await startServiceProcess(environment);
      try {
        await withAgentRun({ url: service.url, session: 'kept', profile: {} }, async (agent) => {
          await agent.ask(1, 'initialize', { protocolVersion: 1 });
          await agent.ask(2, 'session/new', { cwd: agent.directory, mcpServers: [] });
          await withPage(async ({ page }) => {
            page.setDefaultTimeout(patienceMilliseconds);
            await page.goto(at(service.url, ['sessions', 'kept']));
            await statusShown(page, 'delivered');
            await page.getByText('Followed live').waitFor();
            await page.evaluate(() => {
              (globalThis as { loadedOnce?: boolean }).loadedOnce = true;
            });

            await service.end('SIGTERM');
            await page.getByText('Reconnecting …').waitFor();
            await statusShown(page, 'delivered');
            await agent.ask(3, 'test/use', { name: 'witness' });
            service = await startServiceProcess(environment);
            await statusShown(page, 'active');
            await page.getByText('Followed live').waitFor();
            expect(await page.evaluate(() => (globalThis as { loadedOnce?: boolean }).loadedOnce)).toBe(true);
          });
        });
      } finally {
        await service.end('SIGTERM');
      }
    });
  }, 300_000);
});
