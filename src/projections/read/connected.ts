import type { SessionStatus } from '@mcp-witness/evidence';

/** SQL: the lease of the current attempt of session `s` was alive at `moment`, as far as leases still tell. */
export const leased = (moment: string): string => `exists (
  select from attempt_leases l
  where l.tenant_id = s.tenant_id and l.attachment_attempt_id = s.attempts[1]
    and l.since <= ${moment} and l.expires_at > ${moment}
)`;

/** What is shown of a session: connected while its execution has not ended and the lease is alive. */
export function shownStatus(row: { readonly status: string; readonly leased: boolean }): SessionStatus {
  const status = JSON.parse(row.status) as SessionStatus;
  return { ...status, connected: status.connected && row.leased };
}
