import type { History } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { orderServers } from '../view/order.ts';
import { plainText } from '../words/plain-text.ts';
import { StatusBadge } from './status-badge.tsx';

/** A tooltip cannot be scrolled: further servers are counted, and the explorer has them all. */
const most = 12;

/** Every server's name and status. */
export const TooltipServers = ({ history }: { readonly history: History | null }): JSX.Element => {
  const servers = orderServers(history?.current.servers ?? []);
  if (servers.length === 0)
    return <p>{history === null ? 'There is no report of this session yet.' : 'No MCP server was named.'}</p>;
  return (
    <ul className="witness-tooltip-rows">
      {servers.slice(0, most).map(({ name, status }) => (
        <li key={name} data-testid={`mcp-tooltip-server-${name}`} data-status={status}>
          <bdi className="witness-name">{plainText(name)}</bdi> <StatusBadge status={status} />
        </li>
      ))}
      {servers.length > most ? <li className="witness-quiet">and {servers.length - most} more</li> : null}
    </ul>
  );
};
