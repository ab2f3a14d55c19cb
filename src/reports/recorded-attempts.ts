import type { EventLog, LogEvent } from '@mcp-witness/event-log';
import {
  type Attempt,
  type AttemptState,
  attemptsOf,
  evolve,
  evolveSession,
  initialSession,
  initialState,
  type RecordedClaim,
  type RecordedEvidence,
  type SessionState,
  toHistory,
  toReport,
  withoutTools,
} from '@mcp-witness/evidence';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../http/problem.ts';
import { SessionReports } from '../projections/read/session-reports.ts';
import { decodeClaim } from '../log/claim-codec.ts';
import { decodeEvidence } from '../log/evidence-codec.ts';
import { EVENT_LOG } from '../log/event-log.ts';
import { RetentionEnd } from '../retention/ended.ts';
import { attemptStream, sessionStream } from '../log/streams.ts';

/** Recorded events of one attempt, and where to go on; null when these were the last. */
export interface EventPage {
  readonly events: readonly RecordedEvidence[];
  readonly next_after: number | null;
}

interface EventRange {
  /** Only events after this stream position. */
  readonly after: number | null;
  readonly limit: number;
}

/** An attempt by its place in its session. */
interface SessionAttempt {
  readonly attachment_attempt_id: string;
  readonly ordinal: number;
  readonly started_at: string;
  readonly recorded_at: string;
  readonly global_position: string;
}

/** Attempts of one session in the order of their ordinals, and where to go on; null when these were the last. */
export interface SessionAttemptPage {
  readonly attempts: readonly SessionAttempt[];
  readonly next_after: number | null;
}

interface AttemptRange {
  /** Only attempts after this ordinal. */
  readonly after: number;
  readonly limit: number;
}

const placeOf = ({ data, recorded_at, global_position }: RecordedClaim): SessionAttempt => ({
  attachment_attempt_id: data.attachment_attempt_id,
  ordinal: data.ordinal,
  started_at: data.started_at,
  recorded_at,
  global_position,
});

const pageSize = 1_000;

/** Where the rest of an attempt's stream begins. */
const restOf = ({ seen: { ends } }: AttemptState): number => (ends[0] === 0 ? (ends[1] ?? -1) + 1 : 0);

/**
 * Reads attempts as of now, every one that was ever recorded: from the read models as far as they are, which spares most
 * of a long stream, and what they do not have yet or any more from the log.
 */
@Injectable()
export class RecordedAttempts {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly retention: RetentionEnd,
    private readonly reports: SessionReports,
  ) {}

  /**
   * Folded, with its place among the attempts of its session. Null: the tenant has no such attempt. Throws `erased` for
   * one that was erased, or whose retention has ended.
   */
  async attempt(tenantId: string, id: string): Promise<Attempt | null> {
    const state = (await this.#fold(tenantId, [id])).get(id);
    if (state === undefined) return null;
    const { session, ordinal, newer } = await this.#order(tenantId, state.session_id, id);
    if (await this.retention.isPast(tenantId, { ...state, newer })) throw new Problem('erased');
    const older = await this.#fold(
      tenantId,
      attemptsOf(session).filter((other) => other !== id),
    );
    const history = toHistory(session, (other) => (other === id ? state : older.get(other)));
    return history === null ? { ...toReport(state), ordinal } : withoutTools(history).current;
  }

  /** Null: the tenant has no such attempt. */
  async events(tenantId: string, id: string, { after, limit }: EventRange): Promise<EventPage | null> {
    const stream = { tenant_id: tenantId, stream: attemptStream(id) };
    const read = await this.log.readStream({
      ...stream,
      from: after === null ? 0 : after + 1,
      limit: limit + 1,
    });
    if (read.length === 0 && (await this.log.readStream({ ...stream, limit: 1 })).length === 0) return null;
    const events = read.slice(0, limit).map(decodeEvidence);
    return { events, next_after: read.length > limit ? (events.at(-1)?.stream_position ?? null) : null };
  }

  /** Every attempt that the session ever had. Null: the tenant has no such session. Throws `SessionErased`. */
  async ofSession(
    tenantId: string,
    sessionId: string,
    { after, limit }: AttemptRange,
  ): Promise<SessionAttemptPage | null> {
    const stream = { tenant_id: tenantId, stream: sessionStream(sessionId) };
    // The attempt with the ordinal n is the event n - 1 of its session's stream.
    const read = await this.log.readStream({ ...stream, from: after, limit: limit + 1 });
    if (read.length === 0) {
      const [first] = await this.log.readStream({ ...stream, limit: 1 });
      if (first === undefined) return null;
      decodeClaim(first);
    }
    const attempts = read.slice(0, limit).map((event) => placeOf(decodeClaim(event)));
    return { attempts, next_after: read.length > limit ? (attempts.at(-1)?.ordinal ?? null) : null };
  }

  async #fold(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AttemptState>> {
    const states = new Map(await this.reports.attemptStates(tenantId, ids));
    for (const id of ids) {
      const known = states.get(id);
      const from = known === undefined ? 0 : restOf(known);
      for await (const event of this.#read(tenantId, attemptStream(id), from))
        states.set(id, evolve(states.get(id) ?? initialState(), decodeEvidence(event)));
    }
    return states;
  }

  /** The session's order of attempts from this one down, as it was when this one was current; empty when it is too long ago. */
  async #order(
    tenantId: string,
    sessionId: string,
    id: string,
  ): Promise<{ session: SessionState; ordinal: number; newer: number }> {
    let session = initialSession();
    let ordinal = 1;
    for await (const event of this.#read(tenantId, sessionStream(sessionId))) {
      const claim = decodeClaim(event);
      if (claim.data.attachment_attempt_id === id) ordinal = claim.data.ordinal;
      session = evolveSession(session, claim);
    }
    const place = session.claims.findIndex((claim) => claim.attachment_attempt_id === id);
    const claims = place < 0 ? [] : session.claims.slice(place);
    return { session: { ...session, claims }, ordinal, newer: place < 0 ? session.claims.length : place };
  }

  async *#read(tenantId: string, stream: string, start = 0): AsyncGenerator<LogEvent> {
    for (let from = start; ; from += pageSize) {
      const page = await this.log.readStream({ tenant_id: tenantId, stream, from, limit: pageSize });
      yield* page;
      if (page.length < pageSize) return;
    }
  }
}
