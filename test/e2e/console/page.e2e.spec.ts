import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withPage } from '../../support/browser.ts';
import { attemptBody, evidence, resolved, uuid } from '../../support/evidence.ts';
import { type TestService, withService } from '../../support/service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const documentation = join(import.meta.dirname, '../../../docs');

const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const result = await checker.run();
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
};

/** The README's picture is taken anew when asked for, so that a plain run leaves the checkout as it was. */
const picture = async (page: Page, name: string): Promise<void> => {
  const path = process.env.WITNESS_PICTURES === undefined ? {} : { path: join(documentation, name) };
  expect((await page.screenshot({ ...path, fullPage: true })).length).toBeGreaterThan(10_000);
};

const session = 'release-notes/42';
const servers = [
  resolved('witness', { target: 'http://127.0.0.1:35123' }),
  resolved('notes', { source: 'profile', transport: 'stdio', target: 'node', observed: false }),
];
const connection = { server_name: 'witness', connection_id: 'c1' };
const accepted = {
  ...connection,
  era: 'legacy',
  protocol_version: '2025-11-25',
  client: { name: 'opencode', version: '1.18.33' },
};
const tool = (name: string, description: string, estimated_tokens: number): object => ({
  name,
  description,
  input_schema: { type: 'object' },
  estimated_tokens,
});
const listed = {
  ...connection,
  tool_count: 2,
  pages: 1,
  complete: true,
  tools: [
    tool('session_mcp_report', 'What this session really has.', 161),
    tool('session_mcp_server', 'Why one server is in its state.', 166),
  ],
  tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
  estimated_tokens_total: 327,
};

const open = ({ post }: TestService, n: number, entry: string): Promise<unknown> =>
  post('/v1/attempts', attemptBody(uuid(n, n), { session_id: session, task_id: 'docs', entry, servers }));

const say = (
  { post }: TestService,
  n: number,
  events: readonly (readonly [type: string, data: object])[],
): Promise<unknown> =>
  post(
    '/v1/evidence',
    events.map(([type, data], index) => {
      const sequence = index + 2 + servers.length;
      const witness = type.startsWith('server-') ? 'acp_relay' : 'in_session_endpoint';
      return evidence(uuid(n, n), n * 100 + sequence, {
        type,
        data,
        witness,
        producer: { id: 'relay', sequence },
      });
    }),
  );

const delivered = servers.map(
  ({ server_name, transport }) => ['server-delivered', { server_name, channel: 'acp', transport }] as const,
);

const sent = [['session-accepted', { acp_session_id: 'ses_1' }] as const, ...delivered];

describe('the page at /', () => {
  it('says what to do when no session has been seen', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await page.goto(service.url);
        await page.getByText('No session has been seen yet').waitFor();
        expect(await page.locator('pre').innerText()).toContain('witness run');
        expect(await violations(page)).toEqual([]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('lists sessions, shows a report, and follows it without a reload through to the next attempt', async () => {
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1, 'session/new');
        await say(service, 1, sent);
        await page.goto(service.url);
        await page.getByRole('link', { name: session }).click();
        await page.getByRole('heading', { name: 'witness Delivered · connection unverified' }).waitFor();
        await page.getByText('Followed live').waitFor();
        expect(await violations(page)).toEqual([]);

        await say(service, 1, [...sent, ['protocol-accepted', accepted], ['tools-listed', listed]]);
        await page.getByRole('heading', { name: 'witness Active' }).waitFor();
        expect(await page.getByRole('status').innerText()).toContain('witness: Active');
        await page.locator('summary', { hasText: '2 tools · ~327 tokens' }).click();
        expect(await page.getByText('Why one server is in its state.').isVisible()).toBe(true);
        expect(await violations(page)).toEqual([]);
        await picture(page, 'session-report.png');

        await open(service, 2, 'session/load');
        await page.getByRole('heading', { name: 'Attempt 2, current' }).waitFor();
        await page.getByText('Attempt 1: session/new, superseded').waitFor();
        expect(await page.getByRole('article').getByText('Active').count()).toBe(0);
        expect(await violations(page)).toEqual([]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('shows what a server says of its tools as text, never as markup', async () => {
    const hostile = [tool('<b>bold</b>', '<img src=x onerror=alert(1)>', 9)];
    await withService((service) =>
      withPage(async ({ page, errors }) => {
        await open(service, 1, 'session/new');
        await say(service, 1, [
          ...delivered,
          ['protocol-accepted', accepted],
          ['tools-listed', { ...listed, tool_count: 1, tools: hostile }],
        ]);
        await page.goto(`${service.url}/#/sessions/${encodeURIComponent(session)}`);
        await page.locator('summary', { hasText: '1 tool' }).click();
        expect(await page.getByText('<img src=x onerror=alert(1)>').isVisible()).toBe(true);
        expect(await page.locator('main').locator('b, img').count()).toBe(0);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('asks for an API key where the service wants one, and follows with it', async () => {
    const environment = { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: `wk_${'k'.repeat(40)}` };
    await withService(
      (service) =>
        withPage(async ({ page }) => {
          await page.goto(service.url);
          await page.getByLabel('API key').fill('wk_wrong');
          await page.getByRole('button', { name: 'Use it' }).click();
          await page.getByText('That key was not taken.').waitFor();
          expect(await violations(page)).toEqual([]);
          await page.getByLabel('API key').fill(environment.WITNESS_ADMIN_KEY);
          await page.getByRole('button', { name: 'Use it' }).click();
          await page.getByText('No session has been seen yet').waitFor();
        }),
      { environment },
    );
  });

  it('says plainly when a session is not known', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await page.goto(`${service.url}/#/sessions/nobody`);
        await page.getByRole('alert').waitFor();
        expect(await page.getByRole('alert').innerText()).not.toContain('nobody');
      }),
    );
  });

  it('needs no sideways scrolling at 320 pixels', async () => {
    await withService((service) =>
      withPage(async ({ page }) => {
        await open(service, 1, 'session/new');
        await say(service, 1, [...delivered, ['protocol-accepted', accepted], ['tools-listed', listed]]);
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto(`${service.url}/#/sessions/${encodeURIComponent(session)}`);
        await page.getByRole('heading', { name: 'witness Active' }).waitFor();
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
      }),
    );
  });
});
