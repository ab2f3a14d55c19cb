import { useId, useRef, type ReactNode } from 'react';

interface ConfirmButtonProps {
  readonly label: string;
  /** What the button is about, where several of one label stand together. */
  readonly about?: string;
  readonly question: string;
  /** What will have changed afterwards, in words. */
  readonly consequence: string;
  /** What the last word is called: "Revoke the key". */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly disabled?: boolean;
}

/** Does something that cannot be taken back, after saying what that is. */
export const ConfirmButton = ({
  label,
  about,
  question,
  consequence,
  action,
  onConfirm,
  disabled = false,
}: ConfirmButtonProps): ReactNode => {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const text = useId();
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-disabled={disabled}
        aria-label={about === undefined ? undefined : `${label} ${about}`}
        onClick={() => {
          if (!disabled) dialog.current?.showModal();
        }}
      >
        {label}
      </button>
      <dialog ref={dialog} className="confirm" aria-labelledby={title} aria-describedby={text}>
        <form method="dialog">
          <h2 id={title}>{question}</h2>
          <p id={text}>{consequence}</p>
          <div className="toolbar">
            <button type="submit" autoFocus>
              Leave it
            </button>
            <button type="submit" className="danger" onClick={onConfirm}>
              {action}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
};
