import type { ProjectionState } from '@mcp-witness/client';
import { printable } from '../terminal/printable.ts';

const behind = ({ lag_events, lag_complete, lag_seconds }: ProjectionState): string =>
  lag_events === 0
    ? 'up to the log'
    : `${lag_complete ? '' : 'at least '}${lag_events} events and ${Math.ceil(lag_seconds)} s behind`;

function lineOf(projection: ProjectionState): string {
  const { name, version, generation, state, shards, skipped_events } = projection;
  const owners = new Set(shards.flatMap(({ owner }) => owner ?? [])).size;
  const parts = [
    `${name} version ${version}, generation ${generation}: ${state}`,
    ...(state === 'retired' ? [] : [behind(projection)]),
    ...(state === 'live' ? [`${shards.length} shards with ${owners} owner${owners === 1 ? '' : 's'}`] : []),
    ...(skipped_events > 0 ? [`${skipped_events} events could not be folded`] : []),
  ];
  return printable(parts.join(', '));
}

/** One line for each build of a read model. */
export const renderProjections = (projections: readonly ProjectionState[]): string =>
  projections.length === 0 ? 'no projections' : projections.map(lineOf).join('\n');
