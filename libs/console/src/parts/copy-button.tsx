import { useState, type ReactNode } from 'react';
import { useAnnounce } from './announcer.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied: "Copy the command". */
  readonly label: string;
}

/** Copies a text, and says whether it could. */
export const CopyButton = ({ text, label }: CopyButtonProps): ReactNode => {
  const announce = useAnnounce();
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied: select it by hand' | null>(null);
  const copy = async (): Promise<void> => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    const words = copied ? 'Copied' : 'Not copied: select it by hand';
    setOutcome(words);
    announce(words);
  };
  return (
    <button
      type="button"
      className="quiet"
      aria-label={outcome === null ? label : undefined}
      onClick={() => void copy()}
    >
      {outcome ?? 'Copy'}
    </button>
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
