import type { Attempt, Server } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { evidenceSentence, reasonText } from '../view/evidence-sentence.ts';
import { serverFacts, useLine } from '../view/server-words.ts';
import { PhraseText } from './phrase-text.tsx';
import { StatusBadge } from './status-badge.tsx';

interface ServerSummaryProps {
  readonly attempt: Attempt;
  readonly server: Server;
}

/** A server's status with the evidence for it, why it is so, its use, and which execution and connection this is. */
export const ServerSummary = ({ attempt, server }: ServerSummaryProps): JSX.Element => {
  const reason = reasonText(server);
  const used = useLine(server);
  return (
    <div className="witness-server-summary">
      <p className="witness-sentence">
        <StatusBadge status={server.status} /> <span aria-hidden="true">·</span>{' '}
        <PhraseText phrase={evidenceSentence(attempt, server)} />
      </p>
      {reason === null ? null : <p className="witness-reason">{reason}</p>}
      {used === null ? null : (
        <p>
          <PhraseText phrase={used} />
        </p>
      )}
      <p className="witness-quiet witness-facts">
        {serverFacts(attempt, server).map((fact) => (
          <bdi key={fact}>{fact}</bdi>
        ))}
      </p>
    </div>
  );
};
