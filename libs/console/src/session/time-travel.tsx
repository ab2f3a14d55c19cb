import type { RecordedEvidence } from '@mcp-witness/evidence';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { eventName, serverOf } from '../events/event-words.ts';
import { Time } from '@mcp-witness/explorer/react';
import { counted } from '../words.ts';
import { coverageWords } from './coverage.ts';
import { comparePositions } from './past.ts';
import type { SessionEvents } from './use-session-events.ts';

const settleMs = 150;

interface TimeTravelProps {
  /** Of what is left out there nothing can be gone to from here. */
  readonly session: SessionEvents;
  /** As of which position the report is shown; null: now. */
  readonly at: string | null;
  readonly go: (at: string | null) => void;
}

/** How many of the events were recorded by then. */
const countUpTo = (events: readonly RecordedEvidence[], at: string | null): number =>
  at === null
    ? events.length
    : events.filter(({ global_position: position }) => comparePositions(position, at) <= 0).length;

const Moment = ({ event }: { readonly event: RecordedEvidence | undefined }): ReactNode => {
  if (event === undefined) return null;
  const server = serverOf(event);
  return (
    <>
      {eventName(event.type)}
      {server === null ? '' : ` · ${server}`} · <Time instant={event.recorded_at} />
    </>
  );
};

/** Goes to any past event of a session that is here, and on to now. */
export const TimeTravel = ({ session: { events, coverage }, at, go }: TimeTravelProps): ReactNode => {
  const id = useId();
  const here = countUpTo(events, at);
  const [moved, setMoved] = useState<number | null>(null);
  const shown = moved ?? here;
  const missing = coverageWords(coverage);
  const positionOf = (count: number): string | null =>
    count >= events.length ? null : (events[count - 1]?.global_position ?? null);

  useEffect(() => {
    if (moved === null) return undefined;
    const timer = setTimeout(() => {
      setMoved(null);
      go(positionOf(moved));
    }, settleMs);
    return () => {
      clearTimeout(timer);
    };
  });

  if (events.length < 2) return null;
  return (
    <div className="time-travel" role="group" aria-label="Time travel">
      <button
        type="button"
        className="quiet"
        aria-disabled={here <= 1}
        onClick={() => {
          if (here > 1) go(positionOf(here - 1));
        }}
      >
        Earlier
      </button>
      <label htmlFor={id} className="unseen">
        As of event
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={events.length}
        value={shown}
        aria-valuetext={`event ${String(shown)} of ${String(events.length)}`}
        onChange={(event) => {
          setMoved(event.target.valueAsNumber);
        }}
      />
      <button
        type="button"
        className="quiet"
        aria-disabled={at === null}
        onClick={() => {
          if (at !== null) go(positionOf(here + 1));
        }}
      >
        Later
      </button>
      <p className="hint">
        {at === null && moved === null
          ? `As of now: ${counted(events.length, 'event')}`
          : `After ${shown.toLocaleString()} of ${counted(events.length, 'event')}`}{' '}
        · <Moment event={events[shown - 1]} />
      </p>
      {missing === null ? null : <p className="hint">{missing}</p>}
    </div>
  );
};
