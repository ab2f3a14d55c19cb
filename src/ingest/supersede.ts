import { type EventLog } from '@mcp-witness/event-log';
import { type Claim, type EvidenceOf, type SessionState } from '@mcp-witness/evidence';
import { encodeEvidence } from '../log/evidence-codec.ts';
import { attemptStream } from '../log/streams.ts';
import { derivedId } from '../log/derived-id.ts';

/** How many of a session's newest attempts a report shows, and thus how far back a lost supersession is made good. */
const shown = 3;

type Superseded = Claim & { readonly superseded_by: string; readonly superseded_at: string };

const isSuperseded = (claim: Claim): claim is Superseded =>
  claim.superseded_by !== null && claim.superseded_at !== null;

const eventOf = ({
  attachment_attempt_id,
  superseded_by,
  superseded_at,
}: Superseded): EvidenceOf<'attempt-superseded'> => ({
  event_id: derivedId(superseded_by, 'superseded', attachment_attempt_id),
  type: 'attempt-superseded',
  attachment_attempt_id,
  occurred_at: superseded_at,
  producer: { id: 'witness-service', sequence: 1 },
  witness: 'resolver',
  data: { by: superseded_by },
});

/**
 * Tells the newest attempts of a session, and the one that was just opened, which of them are superseded. Everything
 * about it follows from the session's stream, so doing it again stores nothing, and whoever opens or repeats an attempt
 * makes good what a crash left undone.
 *
 * `state` must have been read after the opened attempt's stream was written: of two attempts that race, either this one
 * then sees the other's claim, or the other sees this one's stream.
 */
export type Supersede = (tenantId: string, state: SessionState, opened: string) => Promise<void>;

export const createSupersede = (log: EventLog, maximalSettled = 10_000): Supersede => {
  const settled = new Set<string>();
  const settle = (name: string): void => {
    settled.add(name);
    for (const oldest of settled) {
      if (settled.size <= maximalSettled) break;
      settled.delete(oldest);
    }
  };
  const tell = async (tenantId: string, claim: Superseded): Promise<void> => {
    const name = JSON.stringify([tenantId, claim.attachment_attempt_id, claim.superseded_by]);
    if (settled.has(name)) return;
    const stream = attemptStream(claim.attachment_attempt_id);
    const [first] = await log.readStream({ tenant_id: tenantId, stream, limit: 1 });
    // An attempt that has its place and no stream yet is told when it is opened.
    if (first?.meta === undefined || first.meta === null) return;
    await log.append({
      append_id: derivedId(claim.superseded_by, 'supersede', tenantId, claim.attachment_attempt_id),
      tenant_id: tenantId,
      stream,
      expected: 'any',
      events: [encodeEvidence(eventOf(claim), first.meta)],
    });
    settle(name);
  };
  return async (tenantId, state, opened) => {
    const concerned = state.claims.filter(
      (claim, index) => index < shown || claim.attachment_attempt_id === opened,
    );
    for (const claim of concerned.filter(isSuperseded)) await tell(tenantId, claim);
  };
};
