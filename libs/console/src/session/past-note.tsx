import type { ReactNode } from 'react';
import { Trouble } from '../parts/trouble.tsx';

interface PastNoteProps {
  readonly at: string;
  readonly error: unknown;
  readonly go: (at: null) => void;
}

/** Says that what is shown is past. */
export const PastNote = ({ at, error, go }: PastNoteProps): ReactNode => (
  <div className="as-of" role="status">
    <p>
      <strong>As it was</strong> at position {at} of the log. What came later is not shown.
    </p>
    <button
      type="button"
      className="quiet"
      onClick={() => {
        go(null);
      }}
    >
      Back to now
    </button>
    <Trouble error={error} scope="audit:read" />
  </div>
);
