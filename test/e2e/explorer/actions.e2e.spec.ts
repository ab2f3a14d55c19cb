import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import { type AgentRun, withAgentRun } from '../../support/agent-run.ts';
import { type Host, picture, surfaces, violations, withHost } from './surfaces.ts';

jest.setTimeout(180_000);

const program = fileURLToPath(
  new URL('../../../libs/executor/test/endpoint-test/odd-server.mjs', import.meta.url),
);
const secret = ['tk_test_', 'a1B2c3D4e5F6'].join('');

const profile = {
  servers: [
    {
      name: 'plain',
      type: 'stdio',
      command: process.execPath,
      args: [program, 'fine', '/dev/null'],
      env: { KEY: '${env:KEY}' },
    },
    { name: 'gone', type: 'http', url: `http://127.0.0.1:1/mcp?key=${secret}` },
  ],
};

/** A server that starts, and never answers. */
const mute = {
  name: 'mute',
  type: 'stdio',
  command: process.execPath,
  args: [program, 'silent', '/dev/null'],
};

/** A real executor whose agent was sent the servers of the profile, and that holds the session. */
const withExecutor = (
  use: (host: Host, run: AgentRun) => Promise<void>,
  servers: readonly object[] = profile.servers,
): Promise<void> =>
  withHost(async (host) => {
    const { service, story } = host;
    const environment = { KEY: secret };
    const given = { url: service.url, session: story.session, profile: { servers }, environment };
    await withAgentRun(given, async (run) => {
      await run.ask(0, 'initialize', { protocolVersion: 1 });
      await run.ask(1, 'session/new', { cwd: run.directory, mcpServers: [] });
      const path = `/v1/sessions/${encodeURIComponent(story.session)}/report`;
      const deadline = Date.now() + 60_000;
      const isThere = async (): Promise<boolean> => {
        const held = await service.database.ownerPool.query(
          'select 1 from attempt_leases where executor_id is not null',
        );
        return held.rowCount !== 0 && JSON.stringify(await service.get(path)).includes('"name":"gone"');
      };
      while (!(await isThere())) {
        if (Date.now() > deadline) throw new Error('The executor did not come.');
        await pause(50);
      }
      await use(host, run);
    });
  });

const permitted = { ...surfaces.desktop, permissions: ['clipboard-read', 'clipboard-write'] };

describe('what can be done from the explorer', () => {
  it('tests an endpoint from the machine of the agent, and shows the result apart from the attachment', async () => {
    await withExecutor(async (host) => {
      await host.on('desktop', async (shown) => {
        const { page, openExplorer, openServer } = shown;
        await openExplorer();
        for (const [server, verdict] of [
          ['plain', 'Test succeeded: the endpoint answered and listed 2 tools.'],
          ['gone', /Test failed at connect; the endpoint was not reached: .*[^.]\.$/],
        ] as const) {
          await openServer(server);
          await page.getByRole('tab', { name: 'Test' }).click();
          const head = page.locator('.witness-server-summary .witness-badge');
          const before = await head.innerText();
          await page.getByRole('button', { name: 'Test endpoint' }).click();
          await page.getByText(verdict).waitFor({ timeout: 60_000 });
          expect(await head.innerText()).toBe(before);
          expect(await page.getByRole('tabpanel').innerText()).toContain('no status changes by it');
          await picture(shown, `test-${server}`);
          expect(await violations(page)).toEqual([]);
        }
      });
    });
  });

  it('says which stage a test has come to, for as long as somebody waits for it', async () => {
    await withExecutor(
      async ({ on }) => {
        await on('desktop', async ({ page, openExplorer, openServer }) => {
          await openExplorer();
          await openServer('mute');
          await page.getByRole('tab', { name: 'Test' }).click();
          await page.getByRole('button', { name: 'Test endpoint' }).click();
          const said = page.getByRole('tabpanel').getByRole('status');
          await said.getByText('Testing, 20 s at most: waiting for its first answer.').waitFor();
          await page.getByRole('button', { name: 'Stop waiting' }).click();
          await page.getByText('Not tested in this attempt.').waitFor();
          expect(await said.innerText()).toBe('');
        });
      },
      [mute, ...profile.servers],
    );
  });

  it('shows the result of a test no longer once another attempt has begun', async () => {
    await withExecutor(async ({ on }, run) => {
      await on('desktop', async ({ page, openExplorer, openServer }) => {
        await openExplorer();
        await openServer('plain');
        await page.getByRole('tab', { name: 'Test' }).click();
        await page.getByRole('button', { name: 'Test endpoint' }).click();
        await page.getByText('Test succeeded').waitFor({ timeout: 60_000 });
        await run.ask(2, 'session/new', { cwd: run.directory, mcpServers: [] });
        await page.getByText('Not tested in this attempt.').waitFor();
        expect(await page.getByText('Test succeeded').count()).toBe(0);
      });
    });
  });

  it('copies diagnostics that hold no secret and nothing of what the agent wrote', async () => {
    await withExecutor(async (host, run) => {
      await run.ask(2, 'test/complain', { text: `warning: the key ${secret} is old\n` });
      await host.onSurface(permitted, async ({ page, openExplorer, openServer }) => {
        await openExplorer();
        await openServer('plain');
        await page.getByRole('tab', { name: 'Test' }).click();
        await page.getByRole('button', { name: 'Test endpoint' }).click();
        await page.getByText('Test succeeded').waitFor({ timeout: 60_000 });
        await page.getByRole('button', { name: 'Copy sanitised diagnostics' }).click();
        await page.getByText('Copied, without any agent output.').waitFor();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied).toContain('plain');
        expect(copied).not.toContain(secret);
        expect(copied).not.toContain('is old');
      });
    });
  });

  it('shows recent output of the agent behind a warning only, and says why where there is none', async () => {
    await withExecutor(async (host, run) => {
      await run.ask(2, 'test/complain', { text: `warning: the key ${secret} is old\n` });
      await host.onEach(async (shown) => {
        const { page, name, openExplorer } = shown;
        await openExplorer();
        const press = async (label: string): Promise<void> => {
          const button = page.getByRole('button', { name: label });
          await (name === 'desktop' ? button.click() : button.tap());
        };
        await press('View recent agent output');
        const panel = page.getByTestId('mcp-recent-output');
        await panel.getByText('may contain sensitive data').waitFor();
        expect(await panel.innerText()).not.toContain('is old');
        if (name !== 'desktop') await picture(shown, 'output-warning');
        await press('Show the output');
        await panel.getByText('warning: the key [redacted] is old').waitFor();
        await press('Back to servers');
        await page.getByTestId('mcp-server-list').waitFor();
      });
    });
    await withHost(async ({ story, on }) => {
      await story.open();
      await on('desktop', async ({ page, openExplorer, forgive }) => {
        forgive(/409 .*recent-output$/);
        await openExplorer();
        await page.getByRole('button', { name: 'View recent agent output' }).click();
        await page.getByRole('button', { name: 'Show the output' }).click();
        const said = await page.getByRole('alert').innerText();
        expect(said).toContain('cannot be asked');
        expect(said).toContain('No status changes by this.');
      });
    });
  });

  it('offers the settings and the reset of a host, the reset with what it costs before it is done', async () => {
    await withHost(async ({ story, on }) => {
      await story.open();
      await on(
        'desktop',
        async (shown) => {
          const { page, openExplorer } = shown;
          await openExplorer();
          await page.getByRole('button', { name: 'Restart the agent …' }).click();
          await page.getByText('forgets this conversation').waitFor();
          await picture(shown, 'reset');
          expect(await violations(page)).toEqual([]);
          await page.getByRole('button', { name: 'Keep the session as it is' }).click();
          expect(await page.title()).toBe('A host of agents');
          await page.getByRole('button', { name: 'Restart the agent …' }).click();
          await page.getByRole('button', { name: 'Restart the agent', exact: true }).click();
          await page.getByText('The host was asked.').waitFor();
          expect(await page.title()).toBe('Restarted');
          await page.getByRole('button', { name: 'Open MCP settings' }).click();
          expect(await page.title()).toBe('MCP settings');
        },
        '&actions',
      );
    });
  });
});
