import { checklist, witnessPhrase, type Attempt, type Server } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { Time } from './time.tsx';

export interface ChecklistProps {
  readonly attempt: Attempt;
  readonly server: Server;
}

/** What was seen of a server in one attempt, step by step, with the time and who saw it. */
export const Checklist = ({ attempt, server }: ChecklistProps): JSX.Element => (
  <ol className="witness-checklist" aria-label={`Checklist of ${server.name}`}>
    {checklist(attempt, server).map(({ level, label, at, witness }) => (
      <li key={level} data-seen={at !== null}>
        <span className="witness-step">{label}</span>{' '}
        {at === null ? <span className="witness-quiet">not seen</span> : <Time instant={at} />}
        {witness === null ? null : <span className="witness-quiet"> by {witnessPhrase(witness)}</span>}
      </li>
    ))}
  </ol>
);
