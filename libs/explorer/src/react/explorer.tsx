import type { History } from '@mcp-witness/evidence';
import type { LiveState } from '@mcp-witness/client';
import { useState, type JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { firstPlace, showPlace, type Place } from '../view/place.ts';
import { ServerPage } from './server-page.tsx';
import { ToolPage } from './tool-page.tsx';

export interface McpExplorerProps {
  /** Null while there is none. */
  readonly history: History | null;
  readonly live?: LiveState | null;
  readonly actions?: ExplorerActions;
  /** `panes`: list and page beside each other; `stack`: one after the other. */
  readonly layout: 'panes' | 'stack';
  /** Where to begin; what the reader does from there is the explorer's own. */
  readonly initialPlace?: Place;
  /** Told of every change of place, so that a page can put it into its address. */
  readonly onPlace?: (place: Place) => void;
}

/** Servers, their pages and their tools of one session. It takes the size of its container and scrolls inside. */
export const McpExplorer = (props: McpExplorerProps): JSX.Element => {
  const { history, actions = {}, initialPlace = firstPlace } = props;
  const [place, setPlace] = useState(initialPlace);
  const go = (next: Place): void => {
    setPlace(next);
    props.onPlace?.(next);
  };
  if (history === null) return <p>There is no report of this session yet.</p>;
  const { server, tool } = showPlace(place, history);
  if (server === null) return <p>No MCP server was named for this session.</p>;
  if (tool !== null) return <ToolPage tool={tool} />;
  const openTool = (name: string): void => {
    go({ page: 'tool', server: server.name, tool: name });
  };
  return <ServerPage history={history} server={server} actions={actions} onOpenTool={openTool} />;
};
