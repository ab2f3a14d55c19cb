import { useState, type ReactNode } from 'react';
import { useAnnounce } from './announcer.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied: "Copy the command". */
  readonly label: string;
}

type Outcome = 'Copied' | 'Not copied: copy what is selected';

/** Not every page may write to the clipboard: one that is no secure context has none. */
const copied = async (text: string): Promise<boolean> => {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const written = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return written === true;
};

const select = (field: HTMLInputElement | null): void => {
  field?.focus();
  field?.select();
};

/** Copies a text and says whether it could; where it could not, the text is selected beside. */
export const CopyButton = ({ text, label }: CopyButtonProps): ReactNode => {
  const announce = useAnnounce();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const copy = async (): Promise<void> => {
    const words = (await copied(text)) ? 'Copied' : 'Not copied: copy what is selected';
    setOutcome(words);
    announce(words);
  };
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-label={outcome === null ? label : undefined}
        onClick={() => void copy()}
      >
        {outcome ?? 'Copy'}
      </button>
      {outcome === 'Not copied: copy what is selected' ? (
        <input ref={select} aria-label={label} readOnly value={text} />
      ) : null}
    </>
  );
};

/** A command to be typed elsewhere, with the button that copies it. */
export const Command = ({ text, label }: CopyButtonProps): ReactNode => (
  <div className="command">
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} label={label} />
  </div>
);
