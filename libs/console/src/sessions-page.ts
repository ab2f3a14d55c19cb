import { statusWords, type ServerStatus, type SessionStatus } from '@mcp-witness/evidence';
import type { WitnessClient } from '@mcp-witness/client';
import { h, replaceContent } from './dom.ts';
import type { Page } from './page.ts';
import { codeWords, time } from './words.ts';

const refreshMs = 3000;

const statusCounts = ({ counts }: SessionStatus): HTMLElement[] =>
  (Object.entries(counts) as [ServerStatus, number][])
    .filter(([, count]) => count > 0)
    .map(([status, count]) =>
      h(
        'span',
        { class: `badge ${statusWords[status].colour}` },
        `${String(count)} ${statusWords[status].label}`,
      ),
    );

const row = (session: SessionStatus): HTMLElement => {
  const link = `#/sessions/${encodeURIComponent(session.session_id)}`;
  const error = session.session_error;
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: link, 'data-key': `session ${session.session_id}` }, session.session_id),
    ),
    h('td', {}, session.task_id ?? ''),
    h('td', {}, session.client?.name ?? session.agent_id ?? ''),
    h(
      'td',
      { class: 'servers' },
      ...statusCounts(session),
      error === null ? null : h('span', { class: 'error' }, codeWords(error.reason_code)),
    ),
    h('td', {}, session.connected ? 'running' : 'ended'),
    h('td', {}, time(session.last_activity_at, 'day')),
  );
};

const table = (sessions: readonly SessionStatus[]): HTMLElement =>
  h(
    'div',
    { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Sessions' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['Session', 'Task', 'Agent', 'Servers', 'State', 'Last activity'].map((name) =>
            h('th', { scope: 'col' }, name),
          ),
        ),
      ),
      h('tbody', {}, ...sessions.map(row)),
    ),
  );

const empty = (): HTMLElement =>
  h(
    'div',
    {},
    h(
      'p',
      {},
      'No session has been seen yet. Put Witness before an ACP agent’s command, in an editor or a platform:',
    ),
    h('pre', {}, h('code', {}, 'witness run --task my-task -- <agent command>')),
  );

/** All sessions, the running ones first, newest activity first; kept fresh while the page is shown. */
export const sessionsPage = async (client: WitnessClient, page: Page): Promise<void> => {
  const list = h('div', {});
  const more = h('button', { type: 'button', hidden: '' }, 'Show more');
  page.show('Sessions', list, more);
  let limit = 50;

  const load = async (): Promise<void> => {
    const { connected, sessions, next_cursor: next } = await client.sessions({ limit }, page.signal);
    const all = [...connected, ...sessions];
    replaceContent(list, all.length === 0 ? empty() : table(all));
    more.hidden = next === null || limit >= 200;
  };
  more.addEventListener('click', () => {
    limit = 200;
    void load().catch(page.fail);
  });

  await load();
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void load().catch(page.fail);
  }, refreshMs);
  page.signal.addEventListener('abort', () => {
    clearInterval(timer);
  });
};
