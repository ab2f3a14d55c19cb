import { Position } from '@mcp-witness/event-log';
import { sessionReports } from '../definition.ts';
import { positionOf, type Queryable } from '../store/load.ts';
import { placeOf } from './place.ts';

/** One tool call as its evidence told it. */
export interface ToolCall {
  readonly attachment_attempt_id: string;
  readonly server_name: string;
  /** Null for servers whose tools are not named. */
  readonly tool_name: string | null;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: string;
  readonly error_code: string | null;
  readonly result_bytes: number;
  readonly round_trips: number;
  readonly connection_id: string | null;
  readonly workspace: string | null;
  /** Place of its event in the log. */
  readonly position: Position;
}

export interface CallPage {
  readonly calls: readonly ToolCall[];
  /** Give it as `before`; null on the last page. */
  readonly next: Position | null;
}

interface Row extends Omit<ToolCall, 'position'> {
  readonly position: string;
}

export const callsSql = `
select c.attachment_attempt_id, c.server_name, c.tool_name, c.started_at, c.duration_ms, c.outcome, c.error_code,
  c.result_bytes, c.round_trips, c.connection_id, c.workspace, c.position
from tool_calls c
where c.tenant_id = $2 and c.session_id = $3
  and c.generation = (select p.generation from projections p where p.name = $1 and p.state = 'live')
  and c.place < $4
order by c.place desc limit $5`;

/** Above every place there can be. */
const beyondAll = '~';

/** Calls of a session, newest first. */
export async function readCalls(
  db: Queryable,
  tenantId: string,
  sessionId: string,
  { before, limit }: { readonly before: Position | null; readonly limit: number },
): Promise<CallPage> {
  const below = before === null ? beyondAll : placeOf(before);
  const values = [sessionReports.name, tenantId, sessionId, below, limit + 1];
  const rows = await db.query<Row[]>(callsSql, values);
  const calls = rows.slice(0, limit).map((row) => ({ ...row, position: positionOf(row.position) }));
  return { calls, next: rows.length > limit ? (calls.at(-1)?.position ?? null) : null };
}

/** Opaque text for the wire. */
export const encodeBefore = (position: Position): string =>
  Buffer.from(`b.${position}`).toString('base64url');

/** Null: none of ours. */
export function decodeBefore(text: string): Position | null {
  const match = /^b\.(\d{1,39})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  return match?.[1] === undefined ? null : Position.parse(match[1]);
}
