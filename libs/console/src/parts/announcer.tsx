import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

type Announce = (text: string) => void;

const AnnounceContext = createContext<Announce | null>(null);

/** The way to say something to assistive technology, politely. */
export const useAnnounce = (): Announce => {
  const announce = useContext(AnnounceContext);
  if (announce === null) throw new Error('useAnnounce needs an <Announcer> around it.');
  return announce;
};

/** The one live region of the console. */
export const Announcer = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const [text, setText] = useState('');
  const announce = useCallback<Announce>((words) => {
    setText(words);
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <p id="announcer" className="unseen" role="status" aria-live="polite">
        {text}
      </p>
    </AnnounceContext>
  );
};
