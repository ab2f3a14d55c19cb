import { randomUUID } from 'node:crypto';
import type { Append, LogEvent, NewEvent } from '../port.ts';

/** An append that every log takes, on a stream of its own unless said otherwise. */
export function sampleAppend(overrides: Partial<Append> = {}): Append {
  return {
    append_id: randomUUID(),
    tenant_id: 'default',
    stream: `attempt-${randomUUID()}`,
    expected: 0,
    events: sampleEvents(1),
    ...overrides,
  };
}

export const sampleEvents = (count: number, overrides: Partial<NewEvent> = {}): readonly NewEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `event-${index}`,
    type: 'tools-listed',
    schema_version: 1,
    data: JSON.stringify({ server_name: 'git "hub" \\ é 𝄞', index }),
    meta: index % 2 === 0 ? null : '{"producer":"p"}',
    key_id: null,
    ...overrides,
  }));

/** What was appended, as a reader finds it again. */
export const asSent = ({ id, type, schema_version, data, meta, key_id }: LogEvent): NewEvent => ({
  id,
  type,
  schema_version,
  data,
  meta,
  key_id,
});
