import { type EventLog, type LogEvent } from '@mcp-witness/event-log';
import {
  type Claim,
  type ClaimingAttempt,
  decideClaim,
  evolveSession,
  initialSession,
  type SessionState,
} from '@mcp-witness/evidence';
import { decodeClaim, encodeClaim } from '../log/claim-codec.ts';
import { type SessionIdentity } from '../log/evidence-codec.ts';
import { sessionStream } from '../log/streams.ts';
import { derivedId } from '../log/derived-id.ts';
import { contended } from './contended.ts';

/** A session of one tenant, as one of its attempts names it. */
export interface SessionKey extends SessionIdentity {
  readonly tenant_id: string;
}

/** An attempt's place, and what the session knows of its newest attempts. */
export interface Placed {
  readonly ordinal: number;
  /** The attempt whose place it took; null for the first, and for one that came late. */
  readonly superseded: string | null;
  readonly state: SessionState;
}

const pageSize = 1_000;

async function* claimsAfter(log: EventLog, key: SessionKey, from: number): AsyncGenerator<LogEvent> {
  for (let next = from; ; next += pageSize) {
    const page = await log.readStream({
      tenant_id: key.tenant_id,
      stream: sessionStream(key.session_id),
      from: next,
      limit: pageSize,
    });
    yield* page;
    if (page.length < pageSize) return;
  }
}

const catchUp = async (log: EventLog, key: SessionKey, before: SessionState): Promise<SessionState> => {
  let state = before;
  for await (const event of claimsAfter(log, key, before.length))
    state = evolveSession(state, decodeClaim(event));
  return state;
};

/** Reads a session's order of attempts. */
export const readSession = (log: EventLog, key: SessionKey): Promise<SessionState> =>
  catchUp(log, key, initialSession());

const placeOf = (state: SessionState, claim: Claim): Placed => {
  const former = state.claims.find((other) => other.superseded_by === claim.attachment_attempt_id);
  // What a late attempt names as its successor was current before, and stays so.
  const superseded =
    former !== undefined && former.ordinal < claim.ordinal ? former.attachment_attempt_id : null;
  return { ordinal: claim.ordinal, superseded, state };
};

/** The place of an attempt that claimed so long ago that the state does not hold it. */
export const findPlace = async (
  log: EventLog,
  key: SessionKey,
  attachmentAttemptId: string,
): Promise<Placed | null> => {
  const state = await readSession(log, key);
  const held = state.claims.find((claim) => claim.attachment_attempt_id === attachmentAttemptId);
  if (held !== undefined) return placeOf(state, held);
  for await (const event of claimsAfter(log, key, 0)) {
    const { data } = decodeClaim(event);
    if (data.attachment_attempt_id !== attachmentAttemptId) continue;
    return { ordinal: data.ordinal, superseded: data.placement === 'current' ? data.other : null, state };
  }
  return null;
};

/** Gives the attempt its place in its session, once. Of two that race one is refused by the log and decides again. */
export const claimPlace = async (
  log: EventLog,
  key: SessionKey,
  attempt: ClaimingAttempt,
): Promise<Placed> => {
  let state = await readSession(log, key);
  for (let round = 0; ; round += 1) {
    const decision = decideClaim(state, attempt);
    if (decision.outcome === 'known') return placeOf(state, decision.claim);
    const result = await log.append({
      append_id: derivedId(
        attempt.attachment_attempt_id,
        'claim',
        key.tenant_id,
        key.session_id,
        String(state.length),
      ),
      tenant_id: key.tenant_id,
      stream: sessionStream(key.session_id),
      expected: state.length,
      events: [encodeClaim(decision.event, key)],
    });
    state = await catchUp(log, key, state);
    if (result.outcome === 'conflict') contended(round);
  }
};
