import type { ReactNode } from 'react';
import type { PageProps } from '../routing/page-props.ts';
import { CallList } from '../calls/call-list.tsx';
import { Command } from '../parts/copy-button.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Table } from '../parts/table.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { hrefOf } from '../routing/place.ts';
import { agentSessionColumns } from './agent-session-columns.tsx';
import { clientColumns, clientName } from './client-columns.tsx';
import { useAgents } from './use-agents.ts';

const NoAgent = (): ReactNode => (
  <section className="card">
    <p>No agent has been seen yet. Put Witness before an agent’s command:</p>
    <Command text="witness run --task my-task -- copilot --acp" label="Copy the command" />
  </section>
);

const Calls = ({ sessionId }: { readonly sessionId: string }): ReactNode => (
  <section aria-labelledby="calls" className="aside">
    <header className="section-head">
      <h2 id="calls">Calls of {sessionId}</h2>
      <a className="button quiet" href={hrefOf(['agents'])}>
        Hide
      </a>
    </header>
    <CallList sessionId={sessionId} />
  </section>
);

/** Who asks for tools: clients with their totals over every session, the sessions, and what each called. */
const AgentsPage = ({ place }: PageProps): ReactNode => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useAgents();
  const chosen = place.query.session;
  const isEmpty = data?.sessions.length === 0;
  return (
    <PageFrame title="Agents">
      <Trouble error={error} scope="reports:read" />
      {data === undefined && error === null ? <p className="hint">Loading …</p> : null}
      {isEmpty ? <NoAgent /> : null}
      {data === undefined || isEmpty ? null : (
        <>
          <h2>Clients</h2>
          <p className="hint">Over every session.</p>
          <Table
            label="Clients"
            name="clients"
            columns={clientColumns}
            rows={data.clients}
            keyOf={clientName}
          />
          {chosen === undefined ? null : <Calls key={chosen} sessionId={chosen} />}
          <h2>Sessions</h2>
          <Table
            label="Sessions of agents"
            name="agent-sessions"
            columns={agentSessionColumns}
            rows={data.sessions}
            keyOf={(session) => session.session_id}
          />
          <LoadMore
            label="Show more sessions"
            hasMore={hasNextPage}
            loading={isFetchingNextPage}
            load={() => void fetchNextPage()}
          />
        </>
      )}
    </PageFrame>
  );
};

export default AgentsPage;
