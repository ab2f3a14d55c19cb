import { describe, expect, it } from '@jest/globals';
import { withAgentRun } from '../../support/agent-run.ts';
import { withPage } from '../../support/browser.ts';
import { withRestartedService } from '../../support/restarted-service.ts';
import { at, statusShown } from './look.ts';

const patienceMilliseconds = 100_000;

describe('a page across a restart of the service', () => {
  it('goes on showing what the agent does, without being loaded again', async () => {
    await withRestartedService(async (service) => {
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

          await service.stop();
          await page.getByText('Reconnecting …').waitFor();
          await statusShown(page, 'delivered');
          await agent.ask(3, 'test/use', { name: 'witness' });
          await service.startAgain();
          await statusShown(page, 'active');
          await page.getByText('Followed live').waitFor();
          expect(await page.evaluate(() => (globalThis as { loadedOnce?: boolean }).loadedOnce)).toBe(true);
        });
      });
    });
  }, 300_000);
});
