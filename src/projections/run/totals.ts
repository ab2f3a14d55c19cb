import { shardOf } from '../shard.ts';
import { clientKey, type ClientTotals, type SessionRecord } from '../store/records.ts';

/** A row that was put, and what it is in the store; undefined where it is not there. */
export interface Change<Row> {
  readonly row: Row;
  readonly stored: Row | undefined;
}

/** What one session is in the totals of its client. One that is not shown is in none. */
function shareOf(session: SessionRecord | undefined): ClientTotals | null {
  if (session === undefined || session.status === null) return null;
  const { tenant_id, session_id, calls, errors } = session;
  const client = clientKey(session.status.client);
  return { tenant_id, shard: shardOf(tenant_id, session_id), client, sessions: 1, calls, errors };
}

const negative = (share: ClientTotals): ClientTotals => ({
  ...share,
  sessions: -share.sessions,
  calls: -share.calls,
  errors: -share.errors,
});

const changesAnything = ({ sessions, calls, errors }: ClientTotals): boolean =>
  sessions !== 0 || calls !== 0 || errors !== 0;

/** What these sessions add to the totals beyond what they were before, one entry a client and shard. */
export function totalsOf(changes: readonly Change<SessionRecord>[]): ClientTotals[] {
  const totals = new Map<string, ClientTotals>();
  const add = (share: ClientTotals): void => {
    const key = JSON.stringify([share.tenant_id, share.shard, share.client]);
    const { sessions, calls, errors } = totals.get(key) ?? { sessions: 0, calls: 0, errors: 0 };
    totals.set(key, {
      ...share,
      sessions: sessions + share.sessions,
      calls: calls + share.calls,
      errors: errors + share.errors,
    });
  };
  for (const { row, stored } of changes) {
    const before = shareOf(stored);
    const after = shareOf(row);
    if (before !== null) add(negative(before));
    if (after !== null) add(after);
  }
  return [...totals.values()].filter(changesAnything);
}
