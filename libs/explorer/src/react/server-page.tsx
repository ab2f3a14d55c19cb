import type { Attempt, History, Server } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { Checklist } from './checklist.tsx';
import { StatusBadge } from './status-badge.tsx';

export interface ServerPageProps {
  readonly history: History;
  /** Of `history.current`. */
  readonly server: Server;
  readonly actions?: ExplorerActions;
  readonly onOpenTool: (toolName: string) => void;
}

/** One server of the current attempt: what is true of it, the evidence for it, its tools, and its past. */
export const ServerPage = ({ history, server }: ServerPageProps): JSX.Element => {
  const attempt: Attempt = history.current;
  return (
    <section data-testid="mcp-server-detail">
      <h3>{server.name}</h3>
      <StatusBadge status={server.status} />
      <Checklist attempt={attempt} server={server} />
    </section>
  );
};
