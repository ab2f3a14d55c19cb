import { type LogEvent } from '../port.ts';
import { type Position } from '../position.ts';
import { type Row } from './statement.ts';

/** What `toEvent` takes, in its order. */
export const eventColumns = `position, tenant_id, stream, stream_position, append_id, event_id, type, schema_version,
  to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  data, meta, key_id, encode(digest, 'hex'), encode(hash, 'hex')`;

export function toEvent(row: Row): LogEvent {
  const text = (column: number): string => row[column] ?? '';
  return {
    position: text(0) as Position,
    tenant_id: text(1),
    stream: text(2),
    stream_position: Number(row[3]),
    append_id: text(4),
    id: text(5),
    type: text(6),
    schema_version: Number(row[7]),
    recorded_at: text(8),
    data: text(9),
    meta: row[10] ?? null,
    key_id: row[11] ?? null,
    digest: Buffer.from(text(12), 'hex'),
    hash: Buffer.from(text(13), 'hex'),
  };
}
