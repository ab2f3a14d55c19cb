import type { History } from '@mcp-witness/evidence';
import { useRef, type JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import type { Place } from '../view/place.ts';
import { ExplorerHeader, type ExplorerHeaderProps } from './explorer-header.tsx';
import { ExplorerPage } from './explorer-page.tsx';
import { ServerList } from './server-list.tsx';
import { SessionActions } from './session-actions.tsx';
import { SessionNotices } from './session-notices.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePlace, type Placing } from './use-place.ts';

export interface ExplorerFrameProps extends ExplorerHeaderProps {
  /** Why there is no report, or why it is not followed. */
  readonly trouble?: string | null;
  readonly actions?: ExplorerActions;
  readonly layout: 'panes' | 'stack';
  /** Where to begin; what the reader does from there is the explorer's own. */
  readonly initialPlace?: Place;
  /** Told of every change of place, so that a page can put it into its address. */
  readonly onPlace?: (place: Place) => void;
}

interface ServersProps extends ExplorerFrameProps {
  readonly history: History;
  readonly placing: Placing;
}

const Servers = ({ history, actions = {}, layout, placing }: ServersProps): JSX.Element => {
  const { servers } = history.current;
  return (
    <div className="witness-servers">
      <div className="witness-servers-list" tabIndex={-1}>
        {servers.length === 0 ? (
          <p className="witness-note">No MCP server was named for this session.</p>
        ) : null}
        <ServerList
          servers={servers}
          shown={layout === 'panes' ? (placing.shown.server?.name ?? null) : null}
          onOpen={placing.openServer}
        />
      </div>
      <SessionActions actions={actions} onOpen={placing.openSession} />
    </div>
  );
};

/** Header, notices, list and page. The page's body is what scrolls. */
export const ExplorerFrame = (props: ExplorerFrameProps): JSX.Element => {
  const { history, layout, actions = {}, trouble = null } = props;
  const frame = useRef<HTMLDivElement>(null);
  const placing = usePlace(props, frame);
  const keptFocus = useKeptFocus(frame);
  const { page } = placing.shown;
  return (
    <div
      ref={frame}
      className="witness-explorer"
      data-layout={layout}
      data-page={page}
      data-testid="mcp-server-explorer"
      tabIndex={-1}
      {...keptFocus}
    >
      <ExplorerHeader {...props} />
      {trouble === null ? null : (
        <p className="witness-error witness-trouble" role="alert">
          {trouble}
        </p>
      )}
      {history === null ? (
        <p className="witness-note">There is no report of this session yet.</p>
      ) : (
        <>
          <SessionNotices attempt={history.current} />
          <div className="witness-panes">
            {layout === 'panes' || page === 'servers' ? (
              <Servers {...props} history={history} placing={placing} />
            ) : null}
            {layout === 'panes' || page !== 'servers' ? (
              <ExplorerPage history={history} actions={actions} placing={placing} layout={layout} />
            ) : null}
          </div>
        </>
      )}
    </div>
  );
};
