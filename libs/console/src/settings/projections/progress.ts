import type { ProjectionState } from '@mcp-witness/client';
import { counted } from '../../words.ts';

const positionOf = (text: string): bigint => (/^\d+$/.test(text) ? BigInt(text) : 0n);

/** "up to the log", "at least 5,000 events behind". */
export const lagWords = ({
  lag_events: events,
  lag_complete: complete,
  lag_seconds: seconds,
}: ProjectionState): string =>
  events === 0
    ? 'up to the log'
    : `${complete ? '' : 'at least '}${counted(events, 'event')} and ${counted(Math.ceil(seconds), 'second')} behind`;

/**
 * How far a build is beside the live one, from 0 to 1: by the shard furthest behind, as the log gives its places out in
 * rising order. Null where there is nothing to compare with.
 */
export const progressOf = (building: ProjectionState, live: ProjectionState | undefined): number | null => {
  const end = live?.shards.map(({ position }) => positionOf(position)) ?? [];
  const reached = building.shards.map(({ position }) => positionOf(position));
  const last = end.reduce((most, one) => (one > most ? one : most), 0n);
  if (reached.length === 0 || last === 0n) return null;
  const first = reached.reduce((least, one) => (one < least ? one : least));
  return Math.min(1, Number((first * 1000n) / last) / 1000);
};
