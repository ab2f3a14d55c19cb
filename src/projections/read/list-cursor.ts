import { Position } from '@mcp-witness/event-log';

/**
 * Where a walk over the list stands. First come the sessions that were connected when the walk began, then the
 * others, newest first in both. `as_of` is the place of the log at which it began, `at` the microsecond of the epoch.
 */
export interface ListCursor {
  readonly connected: boolean;
  readonly as_of: Position;
  readonly at: string;
  /** First position of the last session given; null before the first of this part. */
  readonly below: Position | null;
}

/** Opaque text for the wire. */
export const encodeCursor = (cursor: ListCursor): string =>
  Buffer.from(`${cursor.connected ? 'c' : 'o'}.${cursor.as_of}.${cursor.below ?? ''}.${cursor.at}`).toString(
    'base64url',
  );

/** Null: not a cursor of ours. */
export function decodeCursor(text: string): ListCursor | null {
  if (text.length > 200) return null;
  const match = /^([co])\.(\d+)\.(\d*)\.(0|[1-9]\d{0,15})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  );
  const asOf = Position.parse(match?.[2] ?? '');
  const below = match?.[3] ? Position.parse(match[3]) : null;
  if (match === null || asOf === null || (match[3] !== '' && below === null)) return null;
  return { connected: match[1] === 'c', as_of: asOf, at: match[4] ?? '', below };
}
