import {
  attemptsOf,
  type AttemptState,
  decideClaim,
  type EvidenceEvent,
  type EvidenceOf,
  evolve,
  evolveSession,
  type History,
  initialSession,
  initialState,
  type RecordedEvidence,
  type SessionState,
  toHistory,
} from '@mcp-witness/evidence';

/** Reports of this process's own sessions, from its own events: what the service will say once it has them. */
export interface LocalReports {
  readonly take: (event: EvidenceEvent) => void;
  /** The report of the session that an attempt belongs to; null when the attempt is not known. */
  reportOf(attempt_id: string): History | null;
  /** The attempt is let go; with its last one goes the session. */
  forget(attempt_id: string): void;
}

/** Agents may leave sessions behind for as long as they run: beyond this the oldest are not known here any more. */
const mostSessions = 1024;

/** Events that come one upon the other are folded together: at the latest when there are so many, or after so long. */
const mostWaiting = 128;
const longestWaitMs = 500;

/** Microseconds are counted, so that times rise as they do in the log. */
const timeOf = (milliseconds: string, count: number): string =>
  `${milliseconds.slice(0, -1)}${String(count % 1000).padStart(3, '0')}Z`;

/** Hands events to `fold` in order, some at a time, with the time at which it does. */
function gathered(fold: (event: EvidenceEvent, now: string) => void): {
  readonly take: (event: EvidenceEvent) => void;
  /** Whatever waits. */
  readonly now: () => void;
} {
  let waiting: EvidenceEvent[] = [];
  let timer: NodeJS.Timeout | null = null;
  const now = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const events = waiting;
    waiting = [];
    const time = new Date().toISOString();
    for (const event of events) {
      try {
        fold(event, time);
      } catch {
        // A report that misses an event is less than an agent that ends.
      }
    }
  };
  return {
    take(event) {
      waiting.push(event);
      if (waiting.length >= mostWaiting) now();
      else timer ??= setTimeout(now, longestWaitMs).unref();
    },
    now,
  };
}

interface Attempt {
  readonly session_id: string;
  state: AttemptState;
  events: number;
}

interface Place {
  readonly position: number;
  readonly now: string;
}

/** Written out, since a copy of members that are not known beforehand costs many times as much. */
function recorded(
  event: EvidenceEvent,
  { session_id, events }: Attempt,
  { position, now }: Place,
): RecordedEvidence {
  const { event_id, type, attachment_attempt_id, occurred_at, producer, witness, data } = event;
  const all = {
    event_id,
    type,
    attachment_attempt_id,
    occurred_at,
    producer,
    witness,
    data,
    tenant_id: 'local',
    session_id,
    stream_position: events,
    schema_version: 1,
    global_position: String(position),
    recorded_at: timeOf(now, position),
  };
  return all as RecordedEvidence;
}

export function createLocalReports(): LocalReports {
  const sessions = new Map<string, SessionState>();
  const attempts = new Map<string, Attempt>();
  let position = 0;

  const placed = (now: string): { global_position: string; recorded_at: string } => {
    position += 1;
    return { global_position: String(position), recorded_at: timeOf(now, position) };
  };

  function claim(event: EvidenceOf<'attempt-started'>, now: string): void {
    const { session_id } = event.data;
    const session = sessions.get(session_id) ?? initialSession();
    const decision = decideClaim(session, {
      attachment_attempt_id: event.attachment_attempt_id,
      occurred_at: event.occurred_at,
      producer_id: event.producer.id,
    });
    if (decision.outcome === 'known') return;
    const recorded = { ...decision.event, ...placed(now), session_id, stream_position: session.length };
    const after = evolveSession(session, recorded);
    forgetHidden(session, new Set(attemptsOf(after)));
    sessions.delete(session_id);
    sessions.set(session_id, after);
    const [oldest] = sessions.keys();
    if (sessions.size > mostSessions && oldest !== undefined) forgetSession(oldest);
  }

  /** Attempts that no report shows any more. */
  function forgetHidden(before: SessionState, shown: ReadonlySet<string>): void {
    for (const id of attemptsOf(before)) if (!shown.has(id)) attempts.delete(id);
  }

  function forgetSession(session_id: string): void {
    const session = sessions.get(session_id);
    if (session !== undefined) forgetHidden(session, new Set());
    sessions.delete(session_id);
  }

  function fold(event: EvidenceEvent, now: string): void {
    const id = event.attachment_attempt_id;
    if (event.type === 'attempt-started') {
      claim(event, now);
      attempts.set(id, { session_id: event.data.session_id, state: initialState(), events: 0 });
    }
    const attempt = attempts.get(id);
    if (attempt === undefined) return;
    position += 1;
    attempt.state = evolve(attempt.state, recorded(event, attempt, { position, now }));
    attempt.events += 1;
  }

  const folding = gathered(fold);

  return {
    take: folding.take,
    reportOf(attempt_id) {
      folding.now();
      const session = sessions.get(attempts.get(attempt_id)?.session_id ?? '');
      return session === undefined ? null : toHistory(session, (id) => attempts.get(id)?.state);
    },
    forget(attempt_id) {
      folding.now();
      const session_id = attempts.get(attempt_id)?.session_id ?? '';
      attempts.delete(attempt_id);
      const session = sessions.get(session_id);
      if (session !== undefined && !attemptsOf(session).some((id) => attempts.has(id)))
        sessions.delete(session_id);
    },
  };
}
