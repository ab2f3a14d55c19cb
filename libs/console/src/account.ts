import { h } from './dom.ts';

/** Who is signed in with this browser, and where one could sign in. */
interface SignIn {
  readonly sign_in: string | null;
  readonly subject: string | null;
}

const nobody: SignIn = { sign_in: null, subject: null };

/** Asks the service; nobody is signed in where it does not answer. */
export const readSignIn = async (): Promise<SignIn> => {
  const answer = await fetch('/auth/session').catch(() => null);
  return answer?.ok === true ? ((await answer.json()) as SignIn) : nobody;
};

/** Why the issuer's answer let nobody in, by what the address says after a sign-in. */
const refusals: Readonly<Record<string, string>> = {
  '#/sign-in/failed': 'You were not signed in. Try again.',
  '#/sign-in/nothing_allowed':
    'You were signed in, and may see nothing here: ask an administrator for scopes in this tenant.',
};

/** The way to the issuer, where there is one, and why it did not work the last time. */
export const signInLink = (signIn: string | null, hash: string): Node[] => {
  if (signIn === null) return [];
  const refusal = refusals[hash];
  return [
    ...(refusal === undefined ? [] : [h('p', { class: 'error', role: 'alert' }, refusal)]),
    h('p', {}, h('a', { class: 'sign-in', href: signIn }, 'Sign in')),
  ];
};

/** Shows in the page's head who is signed in, and lets them sign out. */
export const showAccount = (place: HTMLElement, { subject }: SignIn, signedOut: () => void): void => {
  if (subject === null) {
    place.replaceChildren();
    return;
  }
  const button = h('button', { type: 'button' }, 'Sign out');
  button.addEventListener('click', () => {
    void fetch('/auth/logout', { method: 'POST' }).then(() => {
      place.replaceChildren();
      signedOut();
    });
  });
  place.replaceChildren(h('span', {}, `Signed in as ${subject}`), ' ', button);
};
