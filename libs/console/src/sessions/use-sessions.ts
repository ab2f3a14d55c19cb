import type { SessionPage } from '@mcp-witness/client';
import type { SessionStatus } from '@mcp-witness/evidence';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useService } from '../app/service.tsx';
import { queryOf, type Filters } from './filters.ts';

const refreshMs = 3000;
const pageLimit = 100;

/** The sessions of the pages that were read, and how many of them run. */
export interface Listed {
  readonly rows: readonly SessionStatus[];
  readonly connected: number;
}

/** Every session once: a row that moved while pages were read is taken where it stands first. */
const listed = ({ pages }: InfiniteData<SessionPage>): Listed => {
  const rows = new Map<string, SessionStatus>();
  for (const { connected, sessions } of pages)
    for (const row of [...connected, ...sessions])
      if (!rows.has(row.session_id)) rows.set(row.session_id, row);
  const all = [...rows.values()];
  return { rows: all, connected: all.filter((row) => row.connected).length };
};

/** Sessions as the service orders them, kept fresh while they are looked at: the more pages, the less often. */
export const useSessions = (filters: Filters): UseInfiniteQueryResult<Listed> => {
  const { client } = useService();
  return useInfiniteQuery({
    queryKey: ['sessions', filters],
    queryFn: ({ pageParam, signal }) =>
      client.sessions(
        { ...queryOf(filters), limit: pageLimit, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: listed,
    placeholderData: (before) => before,
    refetchInterval: (query) => refreshMs * Math.max(1, query.state.data?.pages.length ?? 1),
  });
};
