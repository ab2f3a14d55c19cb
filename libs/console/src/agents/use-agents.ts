import type { AgentPage, ClientActivity } from '@mcp-witness/client';
import type { SessionStatus } from '@mcp-witness/evidence';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useService } from '../app/service.tsx';

const refreshMs = 3000;

interface Agents {
  /** Totals over every session, as the newest answer has them. */
  readonly clients: readonly ClientActivity[];
  readonly sessions: readonly SessionStatus[];
}

const agentsOf = ({ pages }: InfiniteData<AgentPage>): Agents => {
  const rows = new Map<string, SessionStatus>();
  for (const { connected, sessions } of pages)
    for (const row of [...connected, ...sessions])
      if (!rows.has(row.session_id)) rows.set(row.session_id, row);
  return { clients: pages[0]?.clients ?? [], sessions: [...rows.values()] };
};

/** Clients and the sessions they have, kept fresh: the more pages, the less often. */
export const useAgents = (): UseInfiniteQueryResult<Agents> => {
  const { client } = useService();
  return useInfiniteQuery({
    queryKey: ['agents'],
    queryFn: ({ pageParam, signal }) =>
      client.agents(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: agentsOf,
    refetchInterval: (query) => refreshMs * Math.max(1, query.state.data?.pages.length ?? 1),
  });
};
