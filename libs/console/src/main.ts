import { createClient } from '@mcp-witness/client';
import { pageIn } from './page.ts';
import { sessionPage } from './session-page.ts';
import { sessionsPage } from './sessions-page.ts';

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element "${id}".`);
  return element;
};

const root = byId('page');
const announcer = byId('announcer');
const client = createClient({ url: location.origin });
let leave = new AbortController();

const open = async (first: boolean): Promise<void> => {
  leave.abort();
  leave = new AbortController();
  const page = pageIn(root, announcer, leave.signal);
  const session = /^#\/sessions\/(.+)$/.exec(location.hash)?.[1];
  try {
    const loading =
      session === undefined
        ? sessionsPage(client, page)
        : sessionPage(client, decodeURIComponent(session), page);
    if (!first) root.focus();
    await loading;
  } catch (error) {
    page.fail(error);
  }
};

window.addEventListener('hashchange', () => void open(false));
void open(true);
