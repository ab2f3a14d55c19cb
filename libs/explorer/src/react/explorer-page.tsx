import type { History } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { OutputPage } from './output-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { ServerPage } from './server-page.tsx';
import { ToolPage } from './tool-page.tsx';
import type { Placing } from './use-place.ts';

interface ExplorerPageProps {
  readonly history: History;
  readonly actions: ExplorerActions;
  readonly placing: Placing;
  readonly layout: 'panes' | 'stack';
}

/** The page of the place where the reader is. */
export const ExplorerPage = ({
  history,
  actions,
  placing,
  layout,
}: ExplorerPageProps): JSX.Element | null => {
  const { page, server, tool } = placing.shown;
  if (page === 'output' && actions.recentOutput !== undefined)
    return <OutputPage recentOutput={actions.recentOutput} onBack={placing.backToServers} />;
  if (page === 'reset' && actions.reset !== undefined)
    return <ResetPage reset={actions.reset} onBack={placing.backToServers} />;
  if (server === null) return null;
  if (tool !== null) {
    const { tool_token_estimator: estimator } = server;
    return <ToolPage key={tool.name} tool={tool} estimator={estimator} onBack={placing.backToTools} />;
  }
  return (
    <ServerPage
      key={server.name}
      history={history}
      server={server}
      actions={actions}
      mark={placing.mark}
      onOpenTool={placing.openTool}
      onBack={layout === 'stack' ? placing.backToServers : null}
    />
  );
};
