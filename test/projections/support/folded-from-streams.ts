import type { EventLog } from '@mcp-witness/event-log';
import {
  evolve,
  evolveSession,
  type History,
  initialSession,
  initialState,
  toHistory,
  withoutTools,
} from '@mcp-witness/evidence';
import { decodeClaim } from '../../../src/log/claim-codec.ts';
import { decodeEvidence } from '../../../src/log/evidence-codec.ts';
import { attemptStream, sessionStream } from '../../../src/log/streams.ts';
import { sessionId, tenantId } from './story.ts';

/** What a session's report must be: the fold of its own stream and of its attempts' streams, straight from the log. */
export async function foldedFromStreams(log: EventLog, session: number): Promise<History | null> {
  const read = (stream: string) => log.readStream({ tenant_id: tenantId, stream });
  const claims = (await read(sessionStream(sessionId(session)))).map(decodeClaim);
  const order = claims.reduce(evolveSession, initialSession());
  const states = new Map(
    await Promise.all(
      order.claims.map(async ({ attachment_attempt_id: id }) => {
        const events = (await read(attemptStream(id))).map(decodeEvidence);
        return [id, events.reduce(evolve, initialState())] as const;
      }),
    ),
  );
  const history = toHistory(order, (id) => states.get(id));
  return history && withoutTools(history);
}
