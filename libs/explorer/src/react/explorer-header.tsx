import type { LiveState } from '@mcp-witness/client';
import type { History } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { plainText } from '../words/plain-text.ts';
import { Time } from './time.tsx';

export interface ExplorerHeaderProps {
  /** Null while there is none. */
  readonly history: History | null;
  readonly live?: LiveState | null;
  /** "MCP servers" when absent. */
  readonly heading?: string;
  readonly onClose?: () => void;
}

const liveWords = { live: 'Followed live', connecting: 'Connecting …' } as const;

/** What the report is of, whether it is followed, and the one way to close it. */
export const ExplorerHeader = ({
  history,
  live = null,
  heading,
  onClose,
}: ExplorerHeaderProps): JSX.Element => (
  <div className="witness-header">
    <div className="witness-title">
      <h2>{heading}</h2>
      {history === null ? null : (
        <p className="witness-quiet witness-line">
          Attempt {history.current.ordinal}, {plainText(history.current.entry)}, since{' '}
          <Time instant={history.current.started_at} />
        </p>
      )}
    </div>
    {live === null ? null : (
      <p className="witness-quiet witness-live" data-live={live}>
        {liveWords[live]}
      </p>
    )}
    {onClose === undefined ? null : (
      <button
        type="button"
        className="witness-close"
        data-testid="mcp-explorer-close"
        aria-label="Close"
        onClick={onClose}
      >
        <svg className="witness-mark" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
          <path d="M2 2l8 8M10 2l-8 8" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
    )}
  </div>
);
