import { createClient } from '@mcp-witness/client';
import { useEffect, useMemo, useState, type JSX } from 'react';
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
import { followSession, type FollowState } from '../live/follow-session.ts';
import { withToken, type Token } from '../live/token.ts';
import { McpStatusTrigger } from '../react/status-trigger.tsx';
import type { Theme } from '../react/theme-context.ts';
import { useHistory } from '../react/use-history.ts';
import { WitnessRoot } from '../react/witness-root.tsx';
import type { StatusStore } from '../store/status-store.ts';
import { clientActions, type ExplorerActions } from '../view/actions.ts';

export interface WidgetProps {
  readonly store: StatusStore;
  /** The service; null where the host hands over reports itself. */
  readonly serviceUrl: string | null;
  /** Why no service can be asked, where the host meant one. */
  readonly addressTrouble: string | null;
  readonly sessionId: string;
  readonly theme: Theme;
  readonly label?: string | undefined;
  readonly token: Token | null;
  readonly hostActions: Pick<ExplorerActions, 'openSettings' | 'reset'>;
  readonly portal: HTMLElement;
  readonly onOpenChange: (open: boolean) => void;
}

const connecting: FollowState = { live: null, trouble: null };

/** What the element shows: the trigger, on a followed session. */
export const Widget = (props: WidgetProps): JSX.Element => {
  const { store, serviceUrl: url, sessionId, token, portal } = props;
  const history = useHistory(store, sessionId);
  const client = useMemo(
    () => (url === null ? null : createClient({ url, fetch: withToken(token) })),
    [url, token],
  );
  const following = useMemo(
    () => (client === null || url === null ? null : { store, client, url, sessionId, token }),
    [store, client, url, sessionId, token],
  );
  // What was said of one session or service says nothing of the next.
  const [said, setSaid] = useState({ of: following, state: connecting });
  const { live, trouble } = said.of === following ? said.state : connecting;
  useEffect(() => {
    if (following === null) return undefined;
    const onState = (state: FollowState): void => {
      setSaid({ of: following, state });
    };
    return followSession({ ...following, onState });
  }, [following]);
  const actions = {
    ...(client === null ? {} : clientActions(client, sessionId)),
    ...props.hostActions,
  };
  return (
    <PortalProvider getContainer={() => portal}>
      <WitnessRoot theme={props.theme}>
        <McpStatusTrigger
          key={sessionId}
          history={history}
          live={live}
          trouble={props.addressTrouble ?? trouble}
          actions={actions}
          {...(props.label === undefined ? {} : { label: props.label })}
          onOpenChange={props.onOpenChange}
        />
      </WitnessRoot>
    </PortalProvider>
  );
};
