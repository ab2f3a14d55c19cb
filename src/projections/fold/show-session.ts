import { toSessionStatus } from '@mcp-witness/evidence';
import type { WorkingSet } from '../run/working-set.ts';
import type { AttemptRecord, CatalogNeeds } from '../store/records.ts';
import type { Touched } from './fold-fact.ts';
import { historyOf, type SessionView, statesOf } from './session-view.ts';

/** Brings what lists show of a session up to its state, once for all events of a page. */
export function showSession(set: WorkingSet, { tenant_id, session_id }: Touched): SessionView {
  const session = set.session(tenant_id, session_id);
  if (session === undefined) throw new Error('A session was folded and is not in the working set.');
  const attempts = session.attempts.flatMap((id) => set.attempt(tenant_id, id) ?? []);
  const status = toSessionStatus(session.state, statesOf(attempts));
  const shown = { ...session, status, history: historyOf({ session, attempts }) };
  set.putSession(shown);
  return { session: shown, attempts };
}

const digestsOf = ({ state }: AttemptRecord): string[] => [
  ...new Set(state.servers.flatMap((server) => server.listing?.digest ?? [])),
];

/**
 * What attempts need of the catalogs: the current one what its servers served, the others nothing. Many attempts may have
 * come at once, so that a former one is not even among those of the view.
 */
export const catalogNeeds = (
  { session, attempts }: SessionView,
  former: readonly string[],
): CatalogNeeds[] => {
  const { tenant_id, state } = session;
  const current = state.claims[0]?.attachment_attempt_id;
  const needs = (attachment_attempt_id: string, digests: readonly string[]): CatalogNeeds => ({
    tenant_id,
    attachment_attempt_id,
    digests: attachment_attempt_id === current ? digests : [],
  });
  return [
    ...former.filter((id) => !session.attempts.includes(id)).map((id) => needs(id, [])),
    ...attempts.map((attempt) => needs(attempt.attachment_attempt_id, digestsOf(attempt))),
  ];
};
