import { Position } from '@mcp-witness/event-log';

/** The later of two places of the log. */
export const later = (a: Position, b: Position): Position => (Position.compare(a, b) >= 0 ? a : b);
