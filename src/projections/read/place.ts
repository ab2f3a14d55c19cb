import type { Position } from '@mcp-witness/event-log';

/** A position as columns hold it that an index is searched by: text that orders as positions do. */
export const placeOf = (position: Position): string => String.fromCharCode(64 + position.length) + position;
