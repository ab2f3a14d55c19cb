import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { PageFrame } from '../parts/page-frame.tsx';
import { usePlace } from '../routing/use-place.ts';
import { heldKey, holdKey } from './held-key.ts';
import { useSignIn } from './use-sign-in.ts';

/** Why the issuer's answer let nobody in, by what the address says after a sign-in. */
const refusals: Readonly<Record<string, string>> = {
  failed: 'You were not signed in. Try again.',
  nothing_allowed:
    'You were signed in, and may see nothing here: ask an administrator for scopes in this tenant.',
};

const SignInLink = (): ReactNode => {
  const { path } = usePlace();
  const { sign_in: address } = useSignIn();
  if (address === null) return null;
  const refusal = path[0] === 'sign-in' ? refusals[path[1] ?? ''] : undefined;
  return (
    <>
      {refusal === undefined ? null : (
        <p className="trouble" role="alert">
          {refusal}
        </p>
      )}
      <p>
        <a className="button" href={address}>
          Sign in
        </a>
      </p>
      <p className="hint">Or, for a machine:</p>
    </>
  );
};

/** Asks for what lets one in: a sign-in where the service has an issuer, and an API key. */
export const AccessPage = ({ onKey }: { readonly onKey: () => void }): ReactNode => {
  const field = useId();
  const [refused] = useState(() => heldKey() !== null);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const key = new FormData(event.currentTarget).get('key');
    if (typeof key !== 'string' || key.trim() === '') return;
    holdKey(key.trim());
    onKey();
  };
  return (
    <PageFrame title="Access">
      <div className="card narrow">
        <SignInLink />
        <form className="stack" onSubmit={submit}>
          <p>This service answers only with an API key. It is kept in this tab alone.</p>
          {refused ? (
            <p className="trouble" role="alert">
              That key was not taken.
            </p>
          ) : null}
          <label htmlFor={field}>API key</label>
          <input id={field} name="key" type="password" required autoComplete="off" spellCheck={false} />
          <button type="submit">Use it</button>
        </form>
      </div>
    </PageFrame>
  );
};
