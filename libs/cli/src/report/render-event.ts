import type { FeedEvent } from '@mcp-witness/client';
import { printable } from '../terminal/printable.ts';
import { clock } from './words.ts';

/** Of each event, what a person wants to see beside its server; whatever else it has is in the JSON. */
const told = [
  'entry',
  'channel',
  'transport',
  'status',
  'protocol_version',
  'tool_count',
  'outcome',
  'reason_code',
];

function detailOf(data: object): readonly string[] {
  const fields = data as Readonly<Record<string, unknown>>;
  return told.flatMap((name) => {
    const value = fields[name];
    return typeof value === 'string' || typeof value === 'number' ? [`${name}=${value}`] : [];
  });
}

/** One line: where in the log, when, whose, and what. */
export function renderEvent(event: FeedEvent): string {
  const { global_position, recorded_at, session_id, type, data } = event;
  const server = 'server_name' in data && data.server_name ? [data.server_name] : [];
  return [global_position, clock(recorded_at), session_id, type, ...server, ...detailOf(data)]
    .map((part) => printable(part))
    .join('  ');
}
