import { statusWords, type History } from '@mcp-witness/evidence';
import { watchSession, type LiveState, type WitnessClient } from '@mcp-witness/client';
import { h, replaceContent } from './dom.ts';
import type { Page } from './page.ts';
import { reportView } from './report-view.ts';

const stateWords: Readonly<Record<LiveState, string>> = { live: 'Live', connecting: 'Reconnecting …' };

/** "witness: Active, notes: Delivered · connection unverified". */
const spoken = ({ current }: History): string =>
  current.servers.map(({ name, status }) => `${name}: ${statusWords[status].label}`).join(', ');

/** One session's report, followed live. */
export const sessionPage = async (client: WitnessClient, sessionId: string, page: Page): Promise<void> => {
  const state = h('p', { class: 'state' });
  const report = h('div', {});
  page.show(`Session ${sessionId}`, h('p', {}, h('a', { href: '#/' }, 'All sessions')), state, report);

  let said = '';
  const render = (history: History): void => {
    replaceContent(report, ...reportView(history));
    const now = spoken(history);
    if (said !== '' && now !== said) page.announce(now);
    said = now;
  };

  const held = await client.report(sessionId, page.signal);
  if (page.signal.aborted) return;
  render(held);
  const stop = watchSession({
    url: location.origin,
    sessionId,
    held,
    open: (url, protocols) => new WebSocket(url, protocols),
    onHistory: render,
    onState: (live) => {
      state.textContent = stateWords[live];
    },
  });
  page.signal.addEventListener('abort', stop);
};
