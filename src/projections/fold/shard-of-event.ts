import type { LogEvent } from '@mcp-witness/event-log';
import { decodeIdentity } from '../../log/evidence-codec.ts';
import { isAttemptStream, isSessionStream } from '../../log/streams.ts';
import { shardOf } from '../shard.ts';

/** The session that an event belongs to. One that does not say so stands for itself, so that one owner meets it. */
function placeOf(event: LogEvent): string {
  if (!isAttemptStream(event.stream) && !isSessionStream(event.stream)) return event.stream;
  try {
    return decodeIdentity(event.meta).session_id;
  } catch {
    return event.stream;
  }
}

/** The shard whose owner folds the event. */
export const shardOfEvent = (event: LogEvent): number => shardOf(event.tenant_id, placeOf(event));
