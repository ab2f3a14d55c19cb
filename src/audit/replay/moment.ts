import { type LogEvent, Position } from '@mcp-witness/event-log';
import { compareInstants } from '@mcp-witness/evidence';

/** A moment of the log: what was recorded up to it, itself included. */
export type Moment =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'time'; readonly time: string };

/** Positions and times rise together, so that events of one stream are a head and a rest. */
export const isBy = (moment: Moment, event: Pick<LogEvent, 'position' | 'recorded_at'>): boolean =>
  moment.kind === 'position'
    ? Position.compare(event.position, moment.position) <= 0
    : compareInstants(event.recorded_at, moment.time) <= 0;
