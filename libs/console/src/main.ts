import { createClient, WitnessError } from '@mcp-witness/client';
import { readSignIn, showAccount, signInLink } from './account.ts';
import { heldKey, keyForm } from './key.ts';
import { pageIn, type Page } from './page.ts';
import { sessionPage } from './session-page.ts';
import { sessionsPage } from './sessions-page.ts';

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element "${id}".`);
  return element;
};

const root = byId('page');
const announcer = byId('announcer');
let leave = new AbortController();

const showWhoIsHere = async (): Promise<void> => {
  showAccount(byId('account'), await readSignIn(), () => void open(false));
};

const load = (page: Page): Promise<void> => {
  const client = createClient({ url: location.origin, apiKey: heldKey() ?? null });
  const session = /^#\/sessions\/(.+)$/.exec(location.hash)?.[1];
  return session === undefined
    ? sessionsPage(client, page)
    : sessionPage(client, decodeURIComponent(session), page);
};

const open = async (first: boolean): Promise<void> => {
  leave.abort();
  leave = new AbortController();
  const page = pageIn(root, announcer, leave.signal);
  try {
    const loading = load(page);
    if (!first) root.focus();
    await loading;
  } catch (error) {
    if (!(error instanceof WitnessError) || error.status !== 401) {
      page.fail(error);
      return;
    }
    const refused = heldKey() !== undefined;
    const { sign_in: signIn } = await readSignIn();
    page.show(
      'Access',
      ...signInLink(signIn, location.hash),
      keyForm(refused, () => void open(false)),
    );
  }
};

window.addEventListener('hashchange', () => void open(false));
void open(true);
void showWhoIsHere();
