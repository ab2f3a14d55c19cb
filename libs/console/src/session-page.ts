import { statusWords, type History } from '@mcp-witness/evidence';
import { holdTools, watchSession, type LiveState, type WitnessClient } from '@mcp-witness/client';
import { h, replaceContent } from './dom.ts';
import { heldKey } from './key.ts';
import type { Page } from './page.ts';
import { reportView } from './report-view.ts';

const stateWords: Readonly<Record<LiveState, string>> = {
  live: 'Followed live',
  connecting: 'Reconnecting …',
};

/** "witness: Active, notes: Delivered · connection unverified". */
const spoken = ({ current }: History): string =>
  current.servers.map(({ name, status }) => `${name}: ${statusWords[status].label}`).join(', ');

/** One session's report, followed live. */
export const sessionPage = async (client: WitnessClient, sessionId: string, page: Page): Promise<void> => {
  const state = h('p', { class: 'state' });
  const report = h('div', {});
  page.show(`Session ${sessionId}`, h('p', {}, h('a', { href: '#/' }, 'All sessions')), state, report);

  const tools = holdTools();
  const asked = new Set<string>();
  let said = '';
  let newest: History | null = null;

  const render = (history: History): void => {
    newest = history;
    replaceContent(report, ...reportView(tools.fill(history)));
    const now = spoken(history);
    if (said !== '' && now !== said) page.announce(now);
    said = now;
    for (const { name, digest } of tools.missing(history)) void askFor(name, digest).catch(page.fail);
  };
  /** Once for each catalog: the answer may be of a newer one, which a history that is on its way will name. */
  const askFor = async (name: string, digest: string): Promise<void> => {
    const question = `${digest} ${name}`;
    if (asked.has(question)) return;
    asked.add(question);
    const answer = await client.serverTools(sessionId, name, page.signal).catch((error: unknown) => {
      asked.delete(question);
      throw error;
    });
    if (answer.tool_catalog_digest !== null) tools.hold(answer.tool_catalog_digest, answer.tools ?? []);
    if (newest !== null && !page.signal.aborted) render(newest);
  };

  const held = await client.report(sessionId, {}, page.signal);
  if (page.signal.aborted) return;
  render(held);
  const stop = watchSession({
    url: location.origin,
    sessionId,
    held,
    open: (url, protocols) => new WebSocket(url, protocols),
    apiKey: heldKey(),
    onHistory: render,
    onState: (live) => {
      state.textContent = stateWords[live];
    },
  });
  page.signal.addEventListener('abort', stop);
};
