import type { ApiKey } from '@mcp-witness/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useService } from '../../app/service.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { Trouble } from '../../parts/trouble.tsx';
import { KeyActions } from './key-actions.tsx';
import { keyState } from './key-state.ts';
import { NewKeyForm } from './new-key-form.tsx';

const optional = (at: string | null, otherwise: string): ReactNode =>
  at === null ? <span className="hint">{otherwise}</span> : <Time instant={at} />;

const columns: readonly Column<ApiKey>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'It may', cell: ({ scopes }) => scopes.join(', ') },
  { heading: 'State', cell: (key) => keyState(key, Date.now()) },
  { heading: 'Last used', cell: ({ last_used_at: at }) => optional(at, 'never') },
  { heading: 'Expires', cell: ({ expires_at: at }) => optional(at, 'never') },
  { heading: 'Actions', cell: (key) => <KeyActions apiKey={key} state={keyState(key, Date.now())} /> },
];

/** The tenant's API keys, those that are over as well. */
export const Keys = (): ReactNode => {
  const { client } = useService();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['keys'],
    queryFn: ({ pageParam, signal }) => client.keys(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const keys = data?.pages.flatMap((page) => page.keys) ?? [];
  return (
    <section className="card" aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <Trouble error={error} scope="admin" />
      {data !== undefined && keys.length === 0 ? <p>No key was made yet.</p> : null}
      {keys.length === 0 ? null : (
        <Table label="API keys" name="keys" columns={columns} rows={keys} keyOf={({ key_id: id }) => id} />
      )}
      <LoadMore
        label="Show more keys"
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        load={() => void fetchNextPage()}
      />
      {error === null ? (
        <details>
          <summary>Make a key</summary>
          <NewKeyForm />
        </details>
      ) : null}
    </section>
  );
};
