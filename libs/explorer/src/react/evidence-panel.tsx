import { reasonPhrase, type Attempt, type Connection, type Server } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { findingsOf, findingText } from '../view/notices.ts';
import { clientText } from '../view/server-words.ts';
import { codeWords, counted } from '../words/counted.ts';
import { Checklist } from './checklist.tsx';
import { Time } from './time.tsx';

interface EvidencePanelProps {
  readonly attempt: Attempt;
  readonly server: Server;
}

const ConnectionRow = ({ connection }: { readonly connection: Connection }): JSX.Element => {
  const { closed_at: closed, close_reason_code: code } = connection;
  const client = clientText(connection);
  return (
    <li>
      <bdi className="witness-code">{connection.connection_id}</bdi>
      <br />
      {client === null ? null : <>{client} · </>}
      {connection.protocol_version === null ? null : <>MCP {connection.protocol_version} · </>}
      opened <Time instant={connection.opened_at} />
      {connection.tools_listed_at === null ? null : (
        <>
          {' '}
          · tools listed <Time instant={connection.tools_listed_at} />
        </>
      )}
      {` · ${counted(connection.tool_call_count, 'call')}`}
      {closed === null ? (
        ' · open'
      ) : (
        <>
          {' '}
          · closed <Time instant={closed} />
          {code === null ? null : `: ${reasonPhrase(code) ?? codeWords(code)}`}
        </>
      )}
    </li>
  );
};

const Connections = ({ server }: { readonly server: Server }): JSX.Element | null => {
  const { connections, connection_count: count } = server;
  if (count === 0) return null;
  return (
    <details className="witness-fold">
      <summary>
        <bdi>{counted(count, 'connection')}</bdi>
      </summary>
      {count > connections.length ? <p>The newest {connections.length} are kept.</p> : null}
      <ul>
        {connections.map((connection) => (
          <ConnectionRow key={connection.connection_id} connection={connection} />
        ))}
      </ul>
    </details>
  );
};

/** What was seen of a server in the current attempt. */
export const EvidencePanel = ({ attempt, server }: EvidencePanelProps): JSX.Element => {
  const findings = findingsOf(attempt, server);
  return (
    <>
      <Checklist attempt={attempt} server={server} />
      {findings.length === 0 ? null : (
        <ul className="witness-findings" aria-label="Findings">
          {findings.map((finding, index) => (
            <li key={index}>{findingText(finding)}</li>
          ))}
        </ul>
      )}
      {server.duplicates.map(({ transport, target }, index) => (
        <p key={index}>
          Also configured under this name: {transport} {target}.
        </p>
      ))}
      <Connections server={server} />
    </>
  );
};
