import { useState, type ReactNode } from 'react';
import { dropKey, heldKey } from './held-key.ts';
import { signOut } from './sign-in.ts';
import { useSignIn } from './use-sign-in.ts';

/** Who is signed in, with the way out; nothing where nobody had to. */
export const Account = ({ onLeave }: { readonly onLeave: () => void }): ReactNode => {
  const { subject } = useSignIn();
  const [isRefused, setIsRefused] = useState(false);
  const leave = async (): Promise<void> => {
    dropKey();
    if (subject === null || (await signOut())) onLeave();
    else setIsRefused(true);
  };
  if (subject === null && heldKey() === null) return null;
  return (
    <div className="account">
      <span>{subject === null ? 'With an API key' : `Signed in as ${subject}`}</span>
      {isRefused ? <span role="alert">Not signed out: the service does not answer. Try again.</span> : null}
      <button type="button" className="quiet" onClick={() => void leave()}>
        Sign out
      </button>
    </div>
  );
};
