import { useEffect, useRef, type JSX, type ReactNode } from 'react';

interface PageHeadProps {
  readonly title: string;
  /** The name of the way back; null where there is none. */
  readonly back: string | null;
  readonly onBack: () => void;
  /** Whether the way back takes the focus when the page opens; it does unless said otherwise. */
  readonly takesFocus?: boolean;
  readonly children?: ReactNode;
}

/** The part of a page that stays where it is. */
export const PageHead = (props: PageHeadProps): JSX.Element => {
  const { title, back, onBack, takesFocus = true, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div className="witness-page-head">
      <div className="witness-page-title">
        {back === null ? null : (
          <button type="button" ref={button} className="witness-back" onClick={onBack}>
            <svg className="witness-arrow" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <path d="M8 1.5L3.5 6 8 10.5" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
            {back}
          </button>
        )}
        <h3>
          <bdi>{title}</bdi>
        </h3>
      </div>
      {children}
    </div>
  );
};
