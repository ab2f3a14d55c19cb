import type { Attempt } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { sessionNotices } from '../view/notices.ts';
import { PhraseText } from './phrase-text.tsx';

/** What concerns the whole session. */
export const SessionNotices = ({ attempt }: { readonly attempt: Attempt }): JSX.Element | null => {
  const notices = sessionNotices(attempt);
  if (notices.length === 0) return null;
  return (
    <ul className="witness-notices" aria-label="About this session">
      {notices.map(({ tone, text }, index) => (
        <li key={index} data-tone={tone}>
          <PhraseText phrase={text} />
        </li>
      ))}
    </ul>
  );
};
