import type { FeedEvent } from '@mcp-witness/client';
import { witnessPhrase } from '@mcp-witness/evidence';
import type { Column } from '../parts/table.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { eventDetail, eventName, serverOf } from '../events/event-words.ts';
import { hrefOf } from '../routing/place.ts';

export const feedColumns: readonly Column<FeedEvent>[] = [
  { heading: 'Event', cell: ({ type }) => eventName(type) },
  {
    heading: 'Session',
    cell: ({ session_id: session, global_position: at }) => (
      <a href={hrefOf(['sessions', session], { view: 'timeline', at })}>{session}</a>
    ),
  },
  { heading: 'Server', cell: (event) => serverOf(event) ?? '' },
  { heading: 'What', cell: eventDetail },
  { heading: 'Seen by', cell: ({ witness }) => witnessPhrase(witness) },
  { heading: 'Recorded', cell: ({ recorded_at: at }) => <Time instant={at} /> },
  { heading: 'Position', cell: ({ global_position: at }) => at, align: 'end' },
];
