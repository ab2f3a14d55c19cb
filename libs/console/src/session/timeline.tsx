import { witnessPhrase, type RecordedEvidence } from '@mcp-witness/evidence';
import { useMemo, type ReactNode } from 'react';
import { eventDetail, eventName, serverOf } from '../events/event-words.ts';
import { Table, type Column } from '../parts/table.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { Trouble } from '../parts/trouble.tsx';
import { hrefOf } from '../routing/place.ts';
import { coverageWords } from './coverage.ts';
import { OlderNote } from './older-note.tsx';
import type { SessionEvents } from './use-session-events.ts';

interface Shown {
  readonly sessionId: string;
  /** Ordinals of attempts by their ids; the same object while they stay the same, as every row is drawn by it. */
  readonly ordinals: Readonly<Record<string, number>>;
  /** The event as of which the report is shown. */
  readonly at: string | null;
}

const columnsFor = ({ sessionId, ordinals, at }: Shown): readonly Column<RecordedEvidence>[] => [
  {
    heading: 'Event',
    cell: ({ type, global_position: position }) => (
      <a
        href={hrefOf(['sessions', sessionId], { view: 'timeline', at: position })}
        aria-current={position === at ? 'true' : undefined}
        title="The report as of this event"
      >
        {eventName(type)}
      </a>
    ),
  },
  {
    heading: 'Attempt',
    cell: ({ attachment_attempt_id: attempt }) => ordinals[attempt]?.toLocaleString() ?? '',
    align: 'end',
  },
  { heading: 'Server', cell: (event) => serverOf(event) ?? '' },
  { heading: 'What', cell: eventDetail },
  { heading: 'Seen by', cell: ({ witness }) => witnessPhrase(witness) },
  { heading: 'Recorded', cell: ({ recorded_at: recorded }) => <Time instant={recorded} /> },
];

interface TimelineProps extends Shown {
  readonly session: SessionEvents;
}

/** What was recorded of a session in its attempts, oldest first. Each event leads to the report as it was then. */
export const Timeline = ({ sessionId, session, ordinals, at }: TimelineProps): ReactNode => {
  const { events, coverage, unfollowed, isReading, readAgain, error } = session;
  const missing = coverageWords(coverage);
  const columns = useMemo(() => columnsFor({ sessionId, ordinals, at }), [sessionId, ordinals, at]);
  return (
    <>
      <Trouble error={error} scope="reports:read" />
      {missing === null ? null : <p className="hint">{missing}</p>}
      {unfollowed === null || coverage.state === 'reading' ? null : (
        <OlderNote to={unfollowed} isReading={isReading} readAgain={readAgain} />
      )}
      {events.length === 0 ? null : (
        <Table
          label={`Events of ${sessionId}`}
          name="timeline"
          columns={columns}
          rows={events}
          keyOf={({ global_position: position }) => position}
        />
      )}
    </>
  );
};
