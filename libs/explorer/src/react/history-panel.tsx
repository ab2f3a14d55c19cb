import type { Attempt, Server } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { reasonText } from '../view/evidence-sentence.ts';
import { counted } from '../words/counted.ts';
import { plainText } from '../words/plain-text.ts';
import { Checklist } from './checklist.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Time } from './time.tsx';

interface HistoryPanelProps {
  readonly previous: readonly Attempt[];
  readonly name: string;
}

const Past = ({ attempt, server }: { readonly attempt: Attempt; readonly server: Server }): JSX.Element => {
  const reason = reasonText(server);
  return (
    <>
      <p>
        Was <StatusBadge status={server.status} past />
        {server.tool_count === null ? null : ` · ${counted(server.tool_count, 'tool')}`}
        {server.tool_call_count === 0 ? null : ` · ${counted(server.tool_call_count, 'call')}`}
      </p>
      {reason === null ? null : <p>{reason}</p>}
      <Checklist attempt={attempt} server={server} />
    </>
  );
};

/** A server in the attempts before the current one: what was, without the colours of what is. */
export const HistoryPanel = ({ previous, name }: HistoryPanelProps): JSX.Element => {
  if (previous.length === 0) return <p>There is no attempt before the current one.</p>;
  return (
    <>
      {previous.map((attempt) => {
        const server = attempt.servers.find((one) => one.name === name);
        return (
          <section key={attempt.attachment_attempt_id} className="witness-past">
            <h4>
              Attempt {attempt.ordinal}, {plainText(attempt.entry)}
            </h4>
            <p className="witness-quiet">
              Started <Time instant={attempt.started_at} />
              {attempt.superseded_at === null ? null : (
                <>
                  , superseded <Time instant={attempt.superseded_at} />
                </>
              )}
            </p>
            {server === undefined ? (
              <p>The server was not named in this attempt.</p>
            ) : (
              <Past attempt={attempt} server={server} />
            )}
          </section>
        );
      })}
    </>
  );
};
