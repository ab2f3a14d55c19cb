import type { Server } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { orderServers } from '../view/order.ts';
import { rowLine } from '../view/server-words.ts';
import { plainText } from '../words/plain-text.ts';
import { StatusBadge } from './status-badge.tsx';
import { useRoving } from './use-roving.ts';

interface ServerListProps {
  readonly servers: readonly Server[];
  /** The server that is shown beside the list; null where none is. */
  readonly shown: string | null;
  readonly onOpen: (name: string) => void;
}

/** Every server of the current attempt with its status. */
export const ServerList = ({ servers, shown, onOpen }: ServerListProps): JSX.Element => {
  const ordered = orderServers(servers);
  const roving = useRoving(
    ordered.map(({ name }) => name),
    shown,
  );
  return (
    <ul className="witness-rows" data-testid="mcp-server-list" onKeyDown={roving.onKeyDown}>
      {ordered.map((server) => (
        <li key={server.name}>
          <button
            type="button"
            className="witness-row witness-server-row"
            data-testid={`mcp-server-row-${server.name}`}
            data-server-name={server.name}
            aria-current={server.name === shown}
            {...roving.item(server.name)}
            onClick={() => {
              onOpen(server.name);
            }}
          >
            <bdi className="witness-name">{plainText(server.name)}</bdi>
            <StatusBadge status={server.status} />
            <span className="witness-quiet witness-line">{rowLine(server)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};
