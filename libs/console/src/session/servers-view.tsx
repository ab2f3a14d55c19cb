import type { History } from '@mcp-witness/evidence';
import { clientActions, type Place as ExplorerPlace } from '@mcp-witness/explorer';
import { McpExplorer, WitnessRoot } from '@mcp-witness/explorer/react';
import { useMemo, type ReactNode } from 'react';
import { useService } from '../app/service.tsx';
import { useMedia } from '../parts/use-media.ts';
import { hrefOf, type Place } from '../routing/place.ts';
import { replacePlace } from '../routing/use-place.ts';

const placeIn = ({ query }: Place): ExplorerPlace => {
  const [server, tool] = [query.server ?? null, query.tool ?? null];
  return { page: tool !== null ? 'tool' : server !== null ? 'server' : 'servers', server, tool };
};

interface ServersViewProps {
  readonly sessionId: string;
  readonly history: History;
  /** Of the past: nothing can be done about it. */
  readonly isPast: boolean;
  readonly place: Place;
}

/** The explorer in the page. Which server and tool are open stands in the address. */
export const ServersView = ({ sessionId, history, isPast, place }: ServersViewProps): ReactNode => {
  const { client } = useService();
  const isWide = useMedia('(width >= 48rem)');
  const actions = useMemo(() => clientActions(client, sessionId), [client, sessionId]);
  const { at } = place.query;
  return (
    <div className="explorer-frame">
      <WitnessRoot>
        <McpExplorer
          key={sessionId}
          history={history}
          heading="MCP servers"
          layout={isWide ? 'panes' : 'stack'}
          initialPlace={placeIn(place)}
          onPlace={({ page, server, tool }) => {
            const shown = { server: page === 'servers' ? null : server, tool: page === 'tool' ? tool : null };
            replacePlace(hrefOf(['sessions', sessionId], { ...shown, at }));
          }}
          {...(isPast ? {} : { actions })}
        />
      </WitnessRoot>
    </div>
  );
};
