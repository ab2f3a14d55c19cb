import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { PageProps } from '../routing/page-props.ts';
import { useService } from '../app/service.tsx';
import { FollowingMark } from '../events/following-mark.tsx';
import { type Events, useEvents } from '../events/use-events.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Table } from '../parts/table.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { feedColumns } from './feed-columns.tsx';
import { feedFilterOf } from './filter.ts';
import { FeedFilterForm } from './filter-form.tsx';
import { startOfFeed } from './start-of-feed.ts';

const shownAtMost = 500;

const useStart = (fromBeginning: boolean): { readonly start: string | null; readonly error: unknown } => {
  const { client } = useService();
  const { data, error } = useQuery({
    queryKey: ['feed-start', fromBeginning],
    queryFn: ({ signal }) => (fromBeginning ? '0' : startOfFeed(client, signal)),
    staleTime: Infinity,
    gcTime: 0,
  });
  return { start: data ?? null, error };
};

/** Keeps what is shown where it is while somebody reads. */
const usePausable = (
  now: Events,
): { readonly shown: Events; readonly isPaused: boolean; readonly toggle: () => void } => {
  const [held, setHeld] = useState<Events | null>(null);
  return {
    shown: held ?? now,
    isPaused: held !== null,
    toggle: () => {
      setHeld(held === null ? now : null);
    },
  };
};

const total = ({ events, dropped }: Events): number => events.length + dropped;

/** Recorded events of all sessions as they come, newest first. */
const FeedPage = ({ place }: PageProps): ReactNode => {
  const { start, error: startError } = useStart(place.query.from === 'beginning');
  const now = useEvents(feedFilterOf(place), start);
  const { shown, isPaused, toggle } = usePausable(now);
  const rows = useMemo(() => shown.events.slice(-shownAtMost).reverse(), [shown.events]);
  const waiting = total(now) - total(shown);
  return (
    <PageFrame title="Feed" beside={<FollowingMark state={now.state} />}>
      <FeedFilterForm place={place} />
      <Trouble error={startError ?? now.error} scope="reports:read" />
      <p className="toolbar">
        <button type="button" className="quiet" aria-pressed={isPaused} onClick={toggle}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
        <span className="hint">
          {waiting > 0 ? `${waiting.toLocaleString()} more since the pause · ` : ''}
          {rows.length < total(shown)
            ? `the newest ${rows.length.toLocaleString()} of ${total(shown).toLocaleString()}`
            : `${rows.length.toLocaleString()} shown, newest first`}
        </span>
      </p>
      {rows.length === 0 ? (
        <p>No event yet. What is recorded from now on appears here by itself.</p>
      ) : (
        <Table
          label="Recorded events"
          name="feed"
          columns={feedColumns}
          rows={rows}
          keyOf={(event) => event.global_position}
        />
      )}
    </PageFrame>
  );
};

export default FeedPage;
