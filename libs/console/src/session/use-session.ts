import type { LiveState } from '@mcp-witness/client';
import { isSample } from '@mcp-witness/client/sample';
import type { History } from '@mcp-witness/evidence';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useService } from '../app/service.tsx';
import { useLiveHistory } from './use-live-history.ts';
import { usePastHistory } from './use-past-history.ts';
import { type SessionEvents, useSessionEvents } from './use-session-events.ts';

/** What there is to show of a session. */
export interface Session {
  readonly sessionId: string;
  /** The report as it is now. */
  readonly now: History | null;
  /** The report to show: of now, or of the moment that was asked for. */
  readonly shown: History | null;
  readonly state: LiveState;
  readonly error: unknown;
  readonly pastError: unknown;
  readonly events: SessionEvents;
  /** Attempts of both reports and those whose events were read: id to ordinal. The same object while they are the same. */
  readonly ordinals: Readonly<Record<string, number>>;
  readonly sample: boolean;
}

const useOrdinals = (
  { attempts }: SessionEvents,
  ...histories: readonly (History | null)[]
): Session['ordinals'] => {
  const read = [...attempts].map(([id, { ordinal }]) => [id, ordinal] as const);
  const told = histories
    .flatMap((history) => (history === null ? [] : [history.current, ...history.previous]))
    .map(({ ordinal, attachment_attempt_id: id }) => [id, ordinal] as const);
  const key = JSON.stringify([...read, ...told]);
  return useMemo(() => Object.fromEntries(JSON.parse(key) as [string, number][]), [key]);
};

const useIsSample = (sessionId: string): boolean => {
  const { client } = useService();
  const { data } = useQuery({
    queryKey: ['session', sessionId],
    queryFn: ({ signal }) => client.session(sessionId, signal),
  });
  return data !== undefined && isSample(data);
};

/** A session, followed live, with its report as of a position (null: now). */
export const useSession = (sessionId: string, at: string | null): Session => {
  const { history: now, state, error } = useLiveHistory(sessionId);
  const past = usePastHistory(sessionId, at);
  const shown = at === null ? now : (past.data ?? null);
  const events = useSessionEvents(sessionId, now);
  const ordinals = useOrdinals(events, now, shown);
  const sample = useIsSample(sessionId);
  return { sessionId, now, shown, state, error, pastError: past.error, events, ordinals, sample };
};
