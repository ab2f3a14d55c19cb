import type { EvidenceEvent, RecordedEvidence } from '../events/events.ts';
import { timeAt } from './producer.ts';

export interface RecordOptions {
  /** Stream position of the first event. */
  readonly from?: number;
  /** Log position before the first event. */
  readonly position?: number;
  readonly session?: string;
}

/** Events as a log would hold them, one second apart, in the order given. */
export function record(
  events: readonly EvidenceEvent[],
  options: RecordOptions = {},
): readonly RecordedEvidence[] {
  const { from = 0, session = 'session-1' } = options;
  const { position = from } = options;
  return events.map((event, index) => ({
    ...event,
    tenant_id: 'default',
    session_id: session,
    stream_position: from + index,
    global_position: String(position + index + 1),
    recorded_at: timeAt(position + index + 1).replace('Z', '000Z'),
    schema_version: 1,
  }));
}
