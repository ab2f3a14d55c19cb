import type { WitnessClient } from '@mcp-witness/client';
import type { History, RecordedEvidence } from '@mcp-witness/evidence';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useService } from '../app/service.tsx';
import { type Coverage, coverageOf } from './coverage.ts';
import { newestUnnamed, noPast, type Past } from './past.ts';
import { readPast } from './read-past.ts';

/** What comes close together is shown together. */
const showMs = 100;

interface Read {
  readonly past: Past;
  /** As of which report it was read to its end. */
  readonly wanted: string | null;
}

export interface SessionEvents {
  /** Of the attempts that were read, the newest, in the order of the log. */
  readonly events: readonly RecordedEvidence[];
  /** Those attempts by their ids. */
  readonly attempts: Past['read'];
  readonly coverage: Coverage;
  /** Attempts up to this ordinal are as they were last read, as no report tells of them; null: there is none. */
  readonly unfollowed: number | null;
  readonly isReading: boolean;
  /** Reads on every attempt, those that are not followed as well. */
  readonly readAgain: () => void;
  readonly error: unknown;
}

const nothing: Read = { past: noPast, wanted: null };

interface Reading {
  readonly client: WitnessClient;
  readonly sessionId: string;
  readonly history: History;
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
  readonly show: (read: Read) => void;
}

const readOn = async ({ show, ...of }: Reading, held: Read): Promise<Read> => {
  let { past } = held;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showPast = (): void => {
    timer = undefined;
    show({ ...held, past });
  };
  try {
    for await (const step of readPast(of, past)) {
      past = step;
      timer ??= setTimeout(showPast, showMs);
    }
    return { past, wanted: of.history.position };
  } catch (error) {
    // What was read is gone on from.
    if (!of.signal.aborted && past !== held.past) showPast();
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/** The recorded events of a session, read on whenever its report moves, and shown as they come; null: no report yet. */
export const useSessionEvents = (sessionId: string, history: History | null): SessionEvents => {
  const { client } = useService();
  const latest = useRef(history);
  const tried = useRef<string | null>(null);
  const isWholeWanted = useRef(false);
  useEffect(() => {
    latest.current = history;
  });

  const { data, error, isFetching, refetch } = useQuery<Read>({
    queryKey: ['session-events', sessionId],
    queryFn: async ({ signal, client: queries, queryKey }) => {
      const held = queries.getQueryData<Read>(queryKey) ?? nothing;
      if (latest.current === null) return held;
      const show = (read: Read): void => {
        queries.setQueryData<Read>(queryKey, read);
      };
      const isWhole = isWholeWanted.current;
      const read = await readOn({ client, sessionId, history: latest.current, isWhole, signal, show }, held);
      isWholeWanted.current = false;
      return read;
    },
    enabled: history !== null,
    staleTime: Infinity,
    structuralSharing: false,
  });

  const position = history?.position ?? null;
  useEffect(() => {
    if (data === undefined || isFetching || data.wanted === position || tried.current === position) return;
    tried.current = position;
    void refetch();
  }, [data, isFetching, position, refetch]);

  const readAgain = (): void => {
    isWholeWanted.current = true;
    void refetch({ cancelRefetch: false });
  };

  const { past } = data ?? nothing;
  return {
    events: past.events,
    attempts: past.read,
    coverage: coverageOf(past, error),
    unfollowed: history === null ? null : newestUnnamed(past, history),
    isReading: isFetching,
    readAgain,
    error,
  };
};
