import { type EventLog, type LogEvent, type Position } from '@mcp-witness/event-log';
import { randomUUID } from 'node:crypto';
import { uuid } from './evidence.ts';

/** Events of evidence as the service writes them, appended to a log one by one. */
export const appendEvidence = async (
  log: Pick<EventLog, 'append'>,
  events: readonly { readonly session: string; readonly type?: string; readonly note?: string }[],
): Promise<void> => {
  for (const { session, type = 'server-delivered', note = '' } of events) {
    const attempt = uuid(session.length);
    const data = {
      attachment_attempt_id: attempt,
      occurred_at: '2026-11-30T13:00:00Z',
      producer: { id: 'relay', sequence: 1 },
      witness: 'host',
      data: { server_name: `hub of ${session}`, channel: 'acp', transport: 'http', note },
    };
    await log.append({
      append_id: randomUUID(),
      tenant_id: 'default',
      stream: `attempt-${session}`,
      expected: 'any',
      events: [
        {
          id: randomUUID(),
          type,
          schema_version: 1,
          data: JSON.stringify(data),
          meta: JSON.stringify({ session_id: session, task_id: null }),
          key_id: null,
        },
      ],
    });
  }
};

/** An event of the log at a certain place, for what looks at positions and sizes only. */
export const logEventAt = (position: number, data = ''): LogEvent => ({
  id: String(position),
  type: 't',
  schema_version: 1,
  data,
  meta: null,
  key_id: null,
  tenant_id: 'default',
  stream: 'attempt-x',
  stream_position: position,
  position: String(position) as Position,
  append_id: '',
  recorded_at: '',
  digest: new Uint8Array(),
  hash: new Uint8Array(),
});
