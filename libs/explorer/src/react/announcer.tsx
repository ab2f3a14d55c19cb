import type { History } from '@mcp-witness/evidence';
import { useState, type JSX } from 'react';
import { changedStatuses } from '../view/changed-statuses.ts';

export interface AnnouncerProps {
  readonly history: History | null;
}

/** Says changes of status to assistive technology, politely; it is heard while a dialog is open too. */
export const Announcer = ({ history }: AnnouncerProps): JSX.Element => {
  const [last, setLast] = useState({ history, said: '' });
  if (history !== last.history) {
    const said = changedStatuses(last.history, history);
    setLast({ history, said: said === '' ? last.said : said });
  }
  return (
    <span className="witness-unseen" role="status" data-live-announcer="true">
      {last.said}
    </span>
  );
};
