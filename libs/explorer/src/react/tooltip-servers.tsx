import type { History } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { orderServers } from '../view/order.ts';
import { tooltipGrid } from '../view/tooltip-grid.ts';
import { plainText } from '../words/plain-text.ts';
import { StatusBadge } from './status-badge.tsx';

const windowInRem = (): { readonly width: number; readonly height: number } => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { width: innerWidth / rem, height: innerHeight / rem };
};

/** Every server's name and status. It is drawn when the tooltip opens, for the window of that moment. */
export const TooltipServers = ({ history }: { readonly history: History | null }): JSX.Element => {
  const servers = orderServers(history?.current.servers ?? []);
  if (servers.length === 0)
    return <p>{history === null ? 'There is no report of this session yet.' : 'No MCP server was named.'}</p>;
  const { rows, columns, shown } = tooltipGrid(servers.length, windowInRem());
  return (
    <ul
      className="witness-tooltip-rows"
      data-columns={columns}
      style={{ gridTemplateRows: `repeat(${String(rows)}, auto)` }}
    >
      {servers.slice(0, shown).map(({ name, status }) => (
        <li key={name} data-testid={`mcp-tooltip-server-${name}`} data-status={status}>
          <bdi className="witness-name">{plainText(name)}</bdi> <StatusBadge status={status} />
        </li>
      ))}
      {servers.length > shown ? <li className="witness-quiet">and {servers.length - shown} more</li> : null}
    </ul>
  );
};
