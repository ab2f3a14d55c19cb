import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useService } from '../app/service.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { Table } from '../parts/table.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { callColumns } from './call-columns.tsx';

const pageLimit = 200;
const refreshMs = 3000;

/** The tool calls of a session, newest first, kept fresh: the more pages, the less often. */
export const CallList = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  const { client } = useService();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['calls', sessionId],
    queryFn: ({ pageParam, signal }) =>
      client.calls(
        sessionId,
        { limit: pageLimit, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_before,
    refetchInterval: (query) => refreshMs * Math.max(1, query.state.data?.pages.length ?? 1),
  });
  const calls = data?.pages.flatMap((page) => page.calls) ?? [];
  return (
    <>
      <Trouble error={error} scope="reports:read" />
      {data === undefined && error === null ? <p className="hint">Loading …</p> : null}
      {data !== undefined && calls.length === 0 ? <p>No tool call of this session has been seen.</p> : null}
      {calls.length === 0 ? null : (
        <>
          <p className="hint">Newest first. Arguments and results are never kept.</p>
          <Table
            label={`Tool calls of ${sessionId}`}
            name="calls"
            columns={callColumns}
            rows={calls}
            keyOf={(call) => call.position}
          />
        </>
      )}
      <LoadMore
        label="Show older calls"
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        load={() => void fetchNextPage()}
      />
    </>
  );
};
