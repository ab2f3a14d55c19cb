import type { History, Server } from '@mcp-witness/evidence';
import { useState, type JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { plainText } from '../words/plain-text.ts';
import { EvidencePanel } from './evidence-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { PageHead } from './page-head.tsx';
import { ServerSummary } from './server-summary.tsx';
import { Tabs, type Tab } from './tabs.tsx';
import { TestPanel } from './test-panel.tsx';
import { ToolList, type ListMark } from './tool-list.tsx';

export interface ServerPageProps {
  readonly history: History;
  /** Of `history.current`. */
  readonly server: Server;
  readonly actions?: ExplorerActions;
  /** Where the list of tools was left; the focus goes back there. */
  readonly mark?: ListMark | null;
  readonly onOpenTool: (mark: ListMark) => void;
  /** The way back to the list of servers, where that is a page of its own. */
  readonly onBack?: (() => void) | null;
}

/** One server of the current attempt: what is true of it, the evidence for it, its tools, and its past. */
export const ServerPage = (props: ServerPageProps): JSX.Element => {
  const { history, server, actions = {}, mark = null, onOpenTool, onBack = null } = props;
  const [tab, setTab] = useState('tools');
  const tabs: readonly Tab[] = [
    {
      key: 'tools',
      title: server.tool_count === null ? 'Tools' : `Tools (${server.tool_count})`,
      panel: <ToolList server={server} mark={mark} onOpen={onOpenTool} />,
    },
    {
      key: 'evidence',
      title: 'Evidence',
      panel: <EvidencePanel attempt={history.current} server={server} />,
    },
    {
      key: 'history',
      title: history.previous.length === 0 ? 'History' : `History (${history.previous.length})`,
      panel: <HistoryPanel previous={history.previous} name={server.name} />,
    },
    {
      key: 'test',
      title: 'Test',
      // What was answered belongs to the attempt in which it was asked.
      panel: (
        <TestPanel
          key={history.current.attachment_attempt_id}
          server={server}
          testEndpoint={actions.testEndpoint}
        />
      ),
    },
  ];
  return (
    <section className="witness-page" data-testid="mcp-server-detail" aria-label={plainText(server.name)}>
      <PageHead
        title={plainText(server.name)}
        back={onBack === null ? null : 'Back to servers'}
        onBack={onBack ?? (() => undefined)}
        takesFocus={mark === null}
      >
        <ServerSummary attempt={history.current} server={server} />
      </PageHead>
      <Tabs label={plainText(server.name)} tabs={tabs} shown={tab} onShow={setTab} />
    </section>
  );
};
