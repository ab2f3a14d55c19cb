import { parseHistory, type History } from '@mcp-witness/evidence';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useService } from '../app/service.tsx';

/** The report as it was at a position of the log; the one before stays in sight while another is asked for. */
export const usePastHistory = (sessionId: string, at: string | null): UseQueryResult<History | null> => {
  const { client } = useService();
  return useQuery({
    queryKey: ['past', sessionId, at],
    queryFn: async ({ signal }) =>
      at === null ? null : parseHistory(await client.reportAt(sessionId, { at_position: at }, signal)),
    enabled: at !== null,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
};
