import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Offer } from '@mcp-witness/explorer';
import { useService } from '../app/service.tsx';

const againMs = 3000;

/** Offers the report of a session to the store. One that is not known is asked for again: it may be about to begin. */
export const useReport = (sessionId: string): UseQueryResult<Offer> => {
  const { client, store } = useService();
  return useQuery({
    queryKey: ['report', sessionId],
    queryFn: async ({ signal }) => store.offer(sessionId, await client.report(sessionId, {}, signal)),
    refetchInterval: (query) => (query.state.status === 'error' ? againMs : false),
  });
};
