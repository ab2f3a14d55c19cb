import { describe, expect, it, jest } from '@jest/globals';
import { accepted, called, delivered, listed, storyOf, tool } from './story.ts';
import { picture, sideways, violations, withHost, type Shown } from './surfaces.ts';

jest.setTimeout(180_000);

const sent = [
  ['session-accepted', { acp_session_id: 'ses_1' }] as const,
  ...['witness', 'notes', 'linear'].map((name) => delivered(name)),
];
const twoTools = listed([tool('session_mcp_report'), tool('session_mcp_server')]);
const refused = [
  'attachment-failed',
  { server_name: 'linear', reason_code: 'connection_refused', summary: 'nothing listened at the target' },
  'agent',
] as const;

const badge = async ({ page }: Shown, name: string): Promise<{ label: string; colour: string | null }> => {
  const found = page.getByTestId(`mcp-server-row-${name}`).locator('.witness-badge');
  return { label: (await found.innerText()).trim(), colour: await found.getAttribute('data-colour') };
};

describe('the servers of a session', () => {
  it('have each the status of their own evidence, a failed one its reason, on every surface', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...sent, accepted, twoTools, called, refused);
      await onEach(async (shown) => {
        const { page, openExplorer, openServer } = shown;
        await openExplorer();
        expect(await badge(shown, 'witness')).toEqual({ label: 'Active', colour: 'green' });
        expect(await badge(shown, 'notes')).toEqual({
          label: 'Delivered · connection unverified',
          colour: 'amber',
        });
        expect(await badge(shown, 'linear')).toEqual({ label: 'Failed', colour: 'red' });
        await picture(shown, 'servers');
        expect(await violations(page)).toEqual([]);
        await openServer('linear');
        await page.getByText('connection refused: nothing listened at the target').last().waitFor();
        await picture(shown, 'failed');
        expect(await sideways(page)).toBe(0);
      });
    });
  });

  it('name the execution, the connection and the witness of an active one, with its tools and its use', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...sent, accepted, twoTools, called);
      await onEach(async ({ openExplorer, openServer, page }) => {
        await openExplorer();
        await openServer('witness');
        const head = page.getByTestId('mcp-server-detail').locator('.witness-page-head');
        const text = await head.innerText();
        expect(text).toMatch(/Active\s*· tools listed .*13:00:01 by the in-session endpoint/);
        expect(text).toMatch(/Used: 1 call, first .*13:00:01/);
        expect(text).toContain('execution execution-7');
        expect(text).toContain('connection connection-1');
        await page.getByRole('tab', { name: 'Evidence' }).click();
        const steps = await page.getByRole('list', { name: 'Checklist of witness' }).innerText();
        for (const step of ['Configured', 'Delivered', 'Connected', 'Tools listed', 'Used'])
          expect(steps).toMatch(new RegExp(`${step} .*13:00:0`));
        expect(await violations(page)).toEqual([]);
      });
    });
  });

  it('say of a server whose traffic passes nobody that it is unverified, and why it has no tools here', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...sent);
      await onEach(async (shown) => {
        const { page, openExplorer, openServer } = shown;
        await openExplorer();
        await openServer('notes');
        const detail = page.getByTestId('mcp-server-detail');
        const text = await detail.innerText();
        expect(text).toContain('Delivered · connection unverified');
        expect(text).toContain('stdio node');
        expect(text).toContain('The agent connects to this server directly');
        expect(text).not.toMatch(/0 tools|Failed|Active/);
        await picture(shown, 'third-party');
        expect(await violations(page)).toEqual([]);
      });
    });
  });

  it('are shown per session: what another agent of the task reached makes nothing green here', async () => {
    await withHost(async ({ service, story, on }) => {
      await story.open();
      await story.tell(...sent);
      const other = storyOf(service, 'release-notes/43');
      await other.open();
      await other.tell(...sent, accepted, twoTools);
      await on('desktop', async (shown) => {
        const { page, trigger, openExplorer } = shown;
        await openExplorer();
        expect(await badge(shown, 'witness')).toMatchObject({ colour: 'amber' });
        await shown.closeExplorer();
        await page.evaluate(() => {
          location.hash = encodeURIComponent('release-notes/43');
        });
        await trigger.hover();
        await page.locator('[data-testid="mcp-tooltip-server-witness"][data-status="active"]').waitFor();
      });
    });
  });

  it('begin anew with a new attempt, and keep what was before as history without colour', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...sent, accepted, twoTools);
      await story.open({ entry: 'session/load' });
      await story.tell(...sent);
      await onEach(async (shown) => {
        const { page, openExplorer, openServer } = shown;
        await openExplorer();
        expect(await badge(shown, 'witness')).toEqual({
          label: 'Delivered · connection unverified',
          colour: 'amber',
        });
        await openServer('witness');
        await page.getByRole('tab', { name: 'History (1)' }).click();
        const panel = page.getByRole('tabpanel');
        expect(await panel.innerText()).toMatch(/Attempt 1, session\/new[^]*superseded[^]*Active · 2 tools/);
        expect(await panel.locator('.witness-badge:not([data-colour=none])').count()).toBe(0);
        await picture(shown, 'history');
        expect(await violations(page)).toEqual([]);
      });
    });
  });

  it('give their reason in words where they were left out or could not be prepared', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(
        ['server-filtered', { server_name: 'linear', reason_code: 'policy_denied' }, 'resolver'],
        ['server-unavailable', { server_name: 'notes', reason_code: 'executable_missing' }, 'resolver'],
        [
          'protocol-refused',
          { server_name: 'witness', reason_code: 'protocol_rejected' },
          'in_session_endpoint',
        ],
        delivered('witness'),
      );
      await onEach(async (shown) => {
        const { page, openExplorer } = shown;
        await openExplorer();
        const row = (name: string): Promise<string> => page.getByTestId(`mcp-server-row-${name}`).innerText();
        expect(await row('linear')).toMatch(/Filtered[^]*policy denied: a rule of the profile denies/);
        expect(await row('notes')).toMatch(/Unavailable[^]*executable missing: /);
        expect(await row('witness')).toMatch(/Delivered · connection unverified[^]*protocol rejected: /);
        await picture(shown, 'left-out');
        expect(await violations(page)).toEqual([]);
      });
    });
  });

  it('keep their own states when the session call is refused, which is told of the whole', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...sent, [
        'attachment-failed',
        { reason_code: 'session_new_failed', summary: 'the agent is not signed in' },
        'acp_relay',
      ]);
      await onEach(async (shown) => {
        const { page, openExplorer } = shown;
        await openExplorer();
        const notices = page.getByRole('list', { name: 'About this session' });
        expect(await notices.innerText()).toMatch(/session new failed .*: the agent is not signed in/);
        for (const name of ['witness', 'notes', 'linear'])
          expect(await badge(shown, name)).toMatchObject({ colour: 'amber' });
        await picture(shown, 'session-error');
        expect(await violations(page)).toEqual([]);
      });
    });
  });
});
