import type { FeedFilter } from '@mcp-witness/client';
import type { Place } from '../routing/place.ts';

/** What of a place narrows the feed. */
const filterKeys = ['type', 'session_id', 'task_id', 'server'] as const;

export type FilterKey = (typeof filterKeys)[number];

export const feedFilterOf = ({ query }: Place): FeedFilter =>
  Object.fromEntries(
    filterKeys.flatMap((key) => {
      const value = query[key];
      return value === undefined || value === '' ? [] : [[key, [value]]];
    }),
  );
