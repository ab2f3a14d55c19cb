import type { AccessPage } from '@mcp-witness/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useService } from '../app/service.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { Trouble } from '../parts/trouble.tsx';

type Entry = AccessPage['entries'][number];

const columns: readonly Column<Entry>[] = [
  { heading: 'Action', cell: ({ action }) => action.replaceAll('.', ' ') },
  { heading: 'By', cell: ({ caller }) => caller },
  { heading: 'On', cell: ({ object }) => object ?? 'the tenant' },
  { heading: 'When', cell: ({ at }) => <Time instant={at} /> },
];

/** Who did what with sensitive effect, newest first. */
export const AccessList = (): ReactNode => {
  const { client } = useService();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['access-log'],
    queryFn: ({ pageParam, signal }) =>
      client.accessLog(pageParam === null ? {} : { before: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_before,
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <Trouble error={error} scope="admin" />
      {data !== undefined && entries.length === 0 ? <p>Nothing of the kind was done yet.</p> : null}
      {entries.length === 0 ? null : (
        <Table label="Access" name="access" columns={columns} rows={entries} keyOf={({ id }) => id} />
      )}
      <LoadMore
        label="Show older entries"
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        load={() => void fetchNextPage()}
      />
    </>
  );
};
