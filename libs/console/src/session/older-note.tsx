import type { ReactNode } from 'react';

interface OlderNoteProps {
  /** The newest ordinal of attempts that no report names any more. */
  readonly to: number;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** Says what of a session is not followed, and looks again when asked to. */
export const OlderNote = ({ to, isReading, readAgain }: OlderNoteProps): ReactNode => (
  <div className="as-of">
    <p>
      {to === 1
        ? 'Attempt 1 is not followed live any more: it is here as it was last read.'
        : `Attempts up to ${to.toLocaleString()} are not followed live any more: they are here as they were last read.`}
    </p>
    <button
      type="button"
      className="quiet"
      aria-disabled={isReading}
      onClick={() => {
        if (!isReading) readAgain();
      }}
    >
      {isReading ? 'Reading …' : 'Read again'}
    </button>
  </div>
);
