import type { ReactNode } from 'react';
import type { PageProps } from '../routing/page-props.ts';
import { LoadMore } from '../parts/load-more.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Table } from '../parts/table.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { counted } from '../words.ts';
import { FilterForm } from './filter-form.tsx';
import { isNarrowed, readFilters } from './filters.ts';
import { FirstRun } from './first-run.tsx';
import { sessionColumns } from './session-columns.tsx';
import { type Listed, useSessions } from './use-sessions.ts';

const List = ({ sessions, hasMore }: { readonly sessions: Listed; readonly hasMore: boolean }): ReactNode => (
  <>
    <p className="hint">
      {counted(sessions.connected, 'session')} running · {sessions.rows.length.toLocaleString()}
      {hasMore ? ' shown so far' : ' in all'}
    </p>
    <Table
      label="Sessions"
      name="sessions"
      columns={sessionColumns}
      rows={sessions.rows}
      keyOf={(session) => session.session_id}
    />
  </>
);

/** All sessions: those that run first, then by their last activity. */
export const SessionsPage = ({ place }: PageProps): ReactNode => {
  const filters = readFilters(place);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useSessions(filters);
  const narrowed = isNarrowed(filters);
  const count = data?.rows.length;
  const isFirstRun = count === 0 && !narrowed;
  return (
    <PageFrame title="Sessions">
      {isFirstRun ? <FirstRun /> : <FilterForm filters={filters} />}
      <Trouble error={error} scope="reports:read" />
      {isPending ? <p className="hint">Loading …</p> : null}
      {count === 0 && narrowed ? <p>No session fits these filters.</p> : null}
      {data === undefined || count === 0 ? null : <List sessions={data} hasMore={hasNextPage} />}
      <LoadMore
        label="Show more sessions"
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        load={() => void fetchNextPage()}
      />
    </PageFrame>
  );
};
