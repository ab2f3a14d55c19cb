import { type EventLog } from '@mcp-witness/event-log';
import { type EvidenceEvent, type EvidenceOf } from '@mcp-witness/evidence';
import { type AttemptKey } from './known-streams.ts';
import { type KnownStream } from './known-stream.ts';
import { claimPlace, findPlace, type Placed, readSession, type SessionKey } from './session-claims.ts';
import { createSupersede } from './supersede.ts';

/** The two acts around the first append to an attempt's stream. Either may be repeated at any time. */
export interface Openings {
  /** Gives the attempt its place in its session. */
  claim(key: AttemptKey, started: EvidenceOf<'attempt-started'>): Promise<Placed>;
  /** The place of an attempt that is in the log. One that was never given its place is given it now. */
  placeOf(key: AttemptKey, known: KnownStream, started: EvidenceOf<'attempt-started'>): Promise<Placed>;
  /** Tells the attempts concerned who was superseded by whom, once the attempt's own stream is there. */
  settle(key: AttemptKey, known: KnownStream): Promise<void>;
}

export const isStart = (event: EvidenceEvent): event is EvidenceOf<'attempt-started'> =>
  event.type === 'attempt-started';

const sessionOf = ({ tenant_id }: AttemptKey, { identity }: Pick<KnownStream, 'identity'>): SessionKey => ({
  tenant_id,
  ...identity,
});

export const createOpenings = (log: EventLog): Openings => {
  const supersede = createSupersede(log);
  const claim = (session: SessionKey, started: EvidenceOf<'attempt-started'>): Promise<Placed> => {
    const { attachment_attempt_id, occurred_at, producer } = started;
    return claimPlace(log, session, { attachment_attempt_id, occurred_at, producer_id: producer.id });
  };
  return {
    claim: ({ tenant_id }, started) => {
      const { session_id, task_id = null } = started.data;
      return claim({ tenant_id, session_id, task_id }, started);
    },
    placeOf: async (key, known, started) => {
      const session = sessionOf(key, known);
      return (await findPlace(log, session, key.attachment_attempt_id)) ?? claim(session, started);
    },
    settle: async (key, known) => {
      const state = await readSession(log, sessionOf(key, known));
      await supersede(key.tenant_id, state, key.attachment_attempt_id);
    },
  };
};
