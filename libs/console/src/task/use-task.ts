import type { TaskSession } from '@mcp-witness/client';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useService } from '../app/service.tsx';

const refreshMs = 3000;

/** The sessions of a task, newest first, kept fresh: the more pages, the less often. Their histories go to the store. */
export const useTask = (taskId: string): UseInfiniteQueryResult<readonly TaskSession[]> => {
  const { client, store } = useService();
  return useInfiniteQuery({
    queryKey: ['task', taskId],
    queryFn: async ({ pageParam, signal }) => {
      const page = await client.taskSessions(taskId, pageParam === null ? {} : { cursor: pageParam }, signal);
      store.offerSessions(page.sessions);
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => pages.flatMap((page) => page.sessions),
    refetchInterval: (query) => refreshMs * Math.max(1, query.state.data?.pages.length ?? 1),
  });
};
