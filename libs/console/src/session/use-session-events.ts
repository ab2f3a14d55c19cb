import type { WitnessClient } from '@mcp-witness/client';
import type { RecordedEvidence } from '@mcp-witness/evidence';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useService } from '../app/service.tsx';

const pageLimit = 1000;

type ByAttempt = Readonly<Record<string, readonly RecordedEvidence[]>>;

interface Read {
  readonly byAttempt: ByAttempt;
  /** What was wanted when it was read. */
  readonly wanted: string;
}

export interface SessionEvents {
  /** In the order of the log. */
  readonly events: readonly RecordedEvidence[];
  readonly isLoading: boolean;
  readonly error: unknown;
}

export const comparePositions = (a: string, b: string): number =>
  a.length === b.length ? (a < b ? -1 : Number(a > b)) : a.length - b.length;

const inOrder = (byAttempt: ByAttempt): readonly RecordedEvidence[] =>
  Object.values(byAttempt)
    .flat()
    .sort((a, b) => comparePositions(a.global_position, b.global_position));

/** What an attempt has, read on from what is held of it. */
const readOn = async (
  client: WitnessClient,
  attempt: string,
  held: readonly RecordedEvidence[],
  signal: AbortSignal,
): Promise<readonly RecordedEvidence[]> => {
  const all = [...held];
  for (;;) {
    const last = all.at(-1)?.stream_position;
    const from = last === undefined ? {} : { after: last };
    const page = await client.attemptEvents(attempt, { limit: pageLimit, ...from }, signal);
    all.push(...(page.events as readonly RecordedEvidence[]));
    if (page.next_after === null || page.events.length === 0) return all;
  }
};

/** Every recorded event of a session's attempts, read on whenever there are other attempts or `position` moves. */
export const useSessionEvents = (
  sessionId: string,
  attempts: readonly string[],
  position: string | null,
): SessionEvents => {
  const { client } = useService();
  const wanted = [position ?? '', ...attempts].join(' ');
  const latest = useRef({ wanted, attempts });
  const tried = useRef('');
  useEffect(() => {
    latest.current = { wanted, attempts };
  });

  const { data, error, isFetching, refetch } = useQuery<Read>({
    queryKey: ['session-events', sessionId],
    queryFn: async ({ signal, client: queries, queryKey }) => {
      const now = latest.current;
      const byAttempt = { ...queries.getQueryData<Read>(queryKey)?.byAttempt };
      for (const attempt of now.attempts)
        byAttempt[attempt] = await readOn(client, attempt, byAttempt[attempt] ?? [], signal);
      return { byAttempt, wanted: now.wanted };
    },
    enabled: attempts.length > 0,
    staleTime: Infinity,
    structuralSharing: false,
  });

  useEffect(() => {
    if (data === undefined || isFetching || data.wanted === wanted || tried.current === wanted) return;
    tried.current = wanted;
    void refetch();
  }, [data, isFetching, wanted, refetch]);

  const events = useMemo(() => inOrder(data?.byAttempt ?? {}), [data]);
  return { events, isLoading: data === undefined && error === null, error };
};
