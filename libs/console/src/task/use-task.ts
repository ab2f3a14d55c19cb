import type { TaskSession } from '@mcp-witness/client';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useService } from '../app/service.tsx';
import { useEvents } from '../events/use-events.ts';
import { useLiveSessions } from './use-live-sessions.ts';

/** Whether an agent still runs may end without an event, where its host only sends evidence. */
const refreshMs = 30_000;

/** What changes which sessions there are, and which of them run. */
const listChanges = ['attempt-started', 'execution-ended'];

/** Asks for the list again once the service shows what was recorded. */
const useChangesOf = (taskId: string, askAgain: () => Promise<unknown>): void => {
  const { client, store } = useService();
  const filter = useMemo(() => ({ task_id: [taskId], type: listChanges }), [taskId]);
  const { events, state } = useEvents(filter, 'now');
  const newest = events.at(-1);
  useEffect(() => {
    if (newest === undefined) {
      // What came between the list and the first moment of the feed.
      if (state === 'following') void askAgain();
      return undefined;
    }
    const left = new AbortController();
    const { session_id: id, global_position: min_position } = newest;
    const ask = async (): Promise<void> => {
      store.offer(id, await client.report(id, { min_position }, left.signal));
    };
    void ask()
      .catch(() => undefined)
      .finally(() => {
        if (!left.signal.aborted) void askAgain();
      });
    return () => {
      left.abort();
    };
  }, [client, store, newest, state, askAgain]);
};

/** Sessions that are followed at most, the newest: far less than one connection may. The list refreshes the others. */
const followedAtMost = 200;

export interface TaskSessions {
  readonly query: UseInfiniteQueryResult<readonly TaskSession[]>;
  /** How many of the sessions that are shown are followed, the newest. */
  readonly followed: number;
  /** Every one of those is caught up with. */
  readonly live: boolean;
}

/** The sessions of a task, newest first, the newest of them followed live. Their histories go to the store. */
export const useTask = (taskId: string): TaskSessions => {
  const { client, store } = useService();
  const query = useInfiniteQuery({
    queryKey: ['task', taskId],
    queryFn: async ({ pageParam, signal }) => {
      const page = await client.taskSessions(taskId, pageParam === null ? {} : { cursor: pageParam }, signal);
      store.offerSessions(page.sessions);
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => pages.flatMap((page) => page.sessions),
    refetchInterval: refreshMs,
  });
  useChangesOf(taskId, query.refetch);
  const ids = useMemo(
    () => query.data?.slice(0, followedAtMost).map(({ session_id: id }) => id) ?? [],
    [query.data],
  );
  return { query, followed: ids.length, live: useLiveSessions(ids) };
};
