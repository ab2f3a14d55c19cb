import type { WitnessClient } from '@mcp-witness/client';
import type { RecordedEvidence } from '@mcp-witness/evidence';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useService } from '../app/service.tsx';

const pageLimit = 1000;
/** Events that are held at most, the newest: as many as a page bears. */
const eventLimit = 10_000;

interface Read {
  readonly events: readonly RecordedEvidence[];
  /** Older ones that are not held. */
  readonly dropped: number;
  /** Up to where the log was read. */
  readonly after: string;
  /** What was wanted when it was read. */
  readonly wanted: string | null;
}

export interface SessionEvents {
  /** Of every attempt that the session had, in the order of the log. */
  readonly events: readonly RecordedEvidence[];
  /** Older ones that there are, and that are not held here. */
  readonly dropped: number;
  readonly isLoading: boolean;
  readonly error: unknown;
}

const nothing: Read = { events: [], dropped: 0, after: '0', wanted: null };

export const comparePositions = (a: string, b: string): number =>
  a.length === b.length ? (a < b ? -1 : Number(a > b)) : a.length - b.length;

/** What the session has, read on from what is held of it. */
const readOn = async (
  client: WitnessClient,
  sessionId: string,
  held: Read,
  signal: AbortSignal,
): Promise<Read> => {
  let { events, dropped, after } = held;
  for (;;) {
    const page = await client.readFeed({ after, session_id: [sessionId], limit: pageLimit }, signal);
    const all = [...events, ...page.events];
    const over = Math.max(0, all.length - eventLimit);
    events = over === 0 ? all : all.slice(over);
    dropped += over;
    after = page.next_after ?? page.position;
    if (page.next_after === null) return { ...held, events, dropped, after };
  }
};

/** Every recorded event of a session, from its first attempt on, read on whenever `position` moves; null: not yet. */
export const useSessionEvents = (sessionId: string, position: string | null): SessionEvents => {
  const { client } = useService();
  const latest = useRef(position);
  const tried = useRef<string | null>(null);
  useEffect(() => {
    latest.current = position;
  });

  const { data, error, isFetching, refetch } = useQuery<Read>({
    queryKey: ['session-events', sessionId],
    queryFn: async ({ signal, client: queries, queryKey }) => {
      const wanted = latest.current;
      const held = queries.getQueryData<Read>(queryKey) ?? nothing;
      return { ...(await readOn(client, sessionId, held, signal)), wanted };
    },
    enabled: position !== null,
    staleTime: Infinity,
    structuralSharing: false,
  });

  useEffect(() => {
    if (data === undefined || isFetching || data.wanted === position || tried.current === position) return;
    tried.current = position;
    void refetch();
  }, [data, isFetching, position, refetch]);

  const { events, dropped } = data ?? nothing;
  return { events, dropped, isLoading: data === undefined && error === null, error };
};
