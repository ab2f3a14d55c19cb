import type { SessionStatus } from '@mcp-witness/evidence';
import type { Column } from '../parts/table.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { hrefOf } from '../routing/place.ts';
import { agentWords, RunningMark, SampleMark } from '../sessions/session-columns.tsx';

export const agentSessionColumns: readonly Column<SessionStatus>[] = [
  {
    heading: 'Session',
    cell: (session) => (
      <>
        <a href={hrefOf(['sessions', session.session_id])}>{session.session_id}</a>
        <SampleMark session={session} />
      </>
    ),
  },
  { heading: 'Client', cell: agentWords },
  {
    heading: 'Where',
    cell: ({ host, working_directory: folder }) =>
      [host, folder].filter((part) => part !== null).join(' · ') || <span className="hint">not told</span>,
  },
  { heading: 'State', cell: ({ connected }) => <RunningMark connected={connected} /> },
  { heading: 'Last activity', cell: ({ last_activity_at: at }) => <Time instant={at} /> },
  {
    heading: 'Calls',
    cell: ({ session_id: session }) => (
      <a href={hrefOf(['agents'], { session })} aria-label={`Calls of ${session}`}>
        Calls
      </a>
    ),
  },
];
