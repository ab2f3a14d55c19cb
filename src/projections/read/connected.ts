import type { SessionStatus } from '@mcp-witness/evidence';

/** SQL: lease `l` was alive at `moment`, as far as leases still tell. */
export const aliveAt = (moment: string): string => `l.since <= ${moment} and l.expires_at > ${moment}`;

/** SQL: lease `l` is that of the current attempt of session `s`. */
const ofSession = 'l.tenant_id = s.tenant_id and l.attachment_attempt_id = s.attempts[1]';

/** SQL: the lease of the current attempt of session `s` was alive at `moment`. */
export const leased = (moment: string): string =>
  `exists (select from attempt_leases l where ${ofSession} and ${aliveAt(moment)})`;

/**
 * SQL: from a lease `l` by way of its attempt `a` to the session `s` whose current attempt that is. So sessions that are
 * connected are found by the few leases that are alive, however many sessions there are.
 */
export const byLease = {
  attempt: `a.tenant_id = s.tenant_id and a.session_id = s.session_id and a.generation = s.generation`,
  lease: `${ofSession} and l.tenant_id = a.tenant_id and l.attachment_attempt_id = a.attachment_attempt_id`,
} as const;

/** SQL: session `s` is one that {@link byLease} finds by a lease that was alive at `moment`. */
export const foundByLease = (moment: string): string =>
  `exists (select from attempt_leases l join attempt_report a on ${byLease.attempt} where ${byLease.lease} and ${aliveAt(moment)})`;

/** What is shown of a session: connected while its execution has not ended and the lease is alive. */
export function shownStatus(row: { readonly status: string; readonly leased: boolean }): SessionStatus {
  const status = JSON.parse(row.status) as SessionStatus;
  return { ...status, connected: status.connected && row.leased };
}
