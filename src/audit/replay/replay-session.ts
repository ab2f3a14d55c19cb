import { type EventLog, type LogEvent } from '@mcp-witness/event-log';
import {
  type AttemptState,
  attemptsOf,
  evolve,
  evolveSession,
  type History,
  initialSession,
  initialState,
  toHistory,
} from '@mcp-witness/evidence';
import { decodeClaim } from '../../log/claim-codec.ts';
import { decodeEvidence } from '../../log/evidence-codec.ts';
import { attemptStream, sessionStream } from '../../log/streams.ts';
import { isBy, type Moment } from './moment.ts';

export interface ReplaySession {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly tenant_id: string;
  readonly session_id: string;
  readonly moment: Moment;
}

const pageSize = 1_000;

async function* eventsBy(
  { log, tenant_id, moment }: ReplaySession,
  stream: string,
): AsyncGenerator<LogEvent> {
  for (let from = 0; ; from += pageSize) {
    const page = await log.readStream({ tenant_id, stream, from, limit: pageSize });
    for (const event of page) {
      if (!isBy(moment, event)) return;
      yield event;
    }
    if (page.length < pageSize) return;
  }
}

/**
 * The report of a session as it was at a moment, folded from its events by the same fold as the live one, without tools.
 * Null: nothing of the session was recorded by then. Throws `SessionErased` for one that was erased.
 */
export const replaySession = async (replay: ReplaySession): Promise<History | null> => {
  let session = initialSession();
  for await (const event of eventsBy(replay, sessionStream(replay.session_id)))
    session = evolveSession(session, decodeClaim(event));
  const states = new Map<string, AttemptState>();
  for (const id of attemptsOf(session)) {
    let state: AttemptState | undefined;
    for await (const event of eventsBy(replay, attemptStream(id)))
      state = evolve(state ?? initialState(), decodeEvidence(event));
    if (state !== undefined) states.set(id, state);
  }
  return toHistory(session, (id) => states.get(id));
};
