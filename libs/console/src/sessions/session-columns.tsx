import { isSample } from '@mcp-witness/client/sample';
import { codeWords } from '@mcp-witness/explorer';
import { statusWords, type ServerStatus, type SessionStatus } from '@mcp-witness/evidence';
import { StatusBadge } from '@mcp-witness/explorer/react';
import type { ReactNode } from 'react';
import { LiveMark } from '../parts/mark.tsx';
import type { Column } from '../parts/table.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { hrefOf } from '../routing/place.ts';

/** Marks a session that shows what a session looks like, and is none. */
export const SampleMark = ({ session }: { readonly session: SessionStatus }): ReactNode =>
  isSample(session) ? <span className="mark">Sample</span> : null;

export const RunningMark = ({ connected }: Pick<SessionStatus, 'connected'>): ReactNode => (
  <LiveMark live={connected}>{connected ? 'Running' : 'Not running'}</LiveMark>
);

const order = Object.keys(statusWords) as ServerStatus[];

/** How many servers are in which status, the best first; whatever was refused beside it. */
const ServerCounts = ({ session }: { readonly session: SessionStatus }): ReactNode => (
  <span className="badges">
    {order
      .filter((status) => (session.counts[status] ?? 0) > 0)
      .map((status) => (
        <span key={status} className="count">
          <span>{session.counts[status]}</span>
          <StatusBadge status={status} />
        </span>
      ))}
    {session.servers.length === 0 ? <span className="hint">no server</span> : null}
    {session.session_error === null ? null : (
      <span className="fault">{codeWords(session.session_error.reason_code)}</span>
    )}
  </span>
);

export const agentWords = ({ client, agent_id: agent }: SessionStatus): string =>
  client === null ? (agent ?? 'Unknown client') : [client.name, client.version ?? ''].join(' ').trim();

export const sessionColumns: readonly Column<SessionStatus>[] = [
  {
    heading: 'Session',
    cell: (session) => (
      <>
        <a href={hrefOf(['sessions', session.session_id])}>{session.session_id}</a>
        <SampleMark session={session} />
      </>
    ),
  },
  {
    heading: 'Task',
    cell: ({ task_id: task }) =>
      task === null ? <span className="hint">none</span> : <a href={hrefOf(['tasks', task])}>{task}</a>,
  },
  { heading: 'Agent', cell: agentWords },
  { heading: 'Servers', cell: (session) => <ServerCounts session={session} /> },
  { heading: 'State', cell: ({ connected }) => <RunningMark connected={connected} /> },
  { heading: 'Last activity', cell: ({ last_activity_at: at }) => <Time instant={at} /> },
];
