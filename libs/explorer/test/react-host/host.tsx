import { createClient } from '@mcp-witness/client';
import { useEffect, useState, type JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { clientActions, createStatusStore, followSession, type FollowState } from '../../src/index.ts';
import { McpStatusTrigger, useHistory, WitnessRoot } from '../../src/react/index.ts';

const url = location.origin;
const sessionId = new URLSearchParams(location.search).get('session') ?? '';
const store = createStatusStore();
const client = createClient({ url });
const actions = clientActions(client, sessionId);

/** How a host made with React puts the parts into its toolbar. */
const Toolbar = (): JSX.Element => {
  const [{ live, trouble }, setState] = useState<FollowState>({ live: null, trouble: null });
  const history = useHistory(store, sessionId);
  useEffect(() => followSession({ store, client, url, sessionId, token: null, onState: setState }), []);
  return (
    <WitnessRoot theme="auto">
      <button type="button" id="before">
        New message
      </button>
      <McpStatusTrigger history={history} live={live} trouble={trouble} actions={actions} />
    </WitnessRoot>
  );
};

const place = document.getElementById('toolbar');
if (place !== null) createRoot(place).render(<Toolbar />);
