import type { ClientActivity } from '@mcp-witness/client';
import type { Column } from '../parts/table.tsx';
import { Time } from '@mcp-witness/explorer/react';

/** The client's name and version; those that gave none are one row. */
export const clientName = ({ client }: Pick<ClientActivity, 'client'>): string =>
  client === null ? 'Unknown client' : [client.name, client.version ?? ''].join(' ').trim();

export const clientColumns: readonly Column<ClientActivity>[] = [
  { heading: 'Client', cell: clientName },
  { heading: 'Sessions', cell: ({ sessions }) => sessions.toLocaleString(), align: 'end' },
  { heading: 'Running', cell: ({ connected }) => connected.toLocaleString(), align: 'end' },
  { heading: 'Calls', cell: ({ calls }) => calls.toLocaleString(), align: 'end' },
  {
    heading: 'Errors',
    cell: ({ errors }) => (errors === 0 ? '0' : <span className="fault">{errors.toLocaleString()}</span>),
    align: 'end',
  },
  {
    heading: 'Last activity',
    cell: ({ last_activity_at: at }) =>
      at === null ? <span className="hint">none</span> : <Time instant={at} />,
  },
];
