import { followFeed, type FeedEvent, type FeedFilter } from '@mcp-witness/client';
import { useEffect, useMemo, useState } from 'react';
import { useService } from '../app/service.tsx';

/** Events that are held at most, the newest: more than anybody reads, and as many as a page bears. */
const eventLimit = 10_000;

export type Following = 'connecting' | 'following' | 'retrying' | 'refused';

export interface Events {
  /** In the order of the log. */
  readonly events: readonly FeedEvent[];
  /** Older ones that are not held any more. */
  readonly dropped: number;
  readonly state: Following;
  /** Why it was refused for good. */
  readonly error: unknown;
}

/** What is followed, from where. Each has an identity of its own: one that begins anew holds nothing of the one before. */
interface Run {
  readonly url: string;
  readonly apiKey: string | null;
  readonly filter: FeedFilter;
  readonly after: string | null;
}

interface Held extends Events {
  readonly run: Run | null;
}

const nothing: Events = { events: [], dropped: 0, state: 'connecting', error: null };

const gatherMs = 50;

const withMore = (held: Events, more: readonly FeedEvent[]): Partial<Events> => {
  const all = [...held.events, ...more];
  const over = Math.max(0, all.length - eventLimit);
  return { events: over === 0 ? all : all.slice(over), dropped: held.dropped + over };
};

/**
 * Events as they are recorded, from a place of the log on (null: not yet). Those that come close together are taken
 * together, and a lost connection goes on where it was.
 */
export const useEvents = (filter: FeedFilter, after: string | null): Events => {
  const { url, apiKey } = useService();
  const [held, setHeld] = useState<Held>({ ...nothing, run: null });
  const key = JSON.stringify(filter);
  const run = useMemo<Run>(
    () => ({ url, apiKey, filter: JSON.parse(key) as FeedFilter, after }),
    [url, apiKey, key, after],
  );

  useEffect(() => {
    const start = run.after;
    if (start === null) return undefined;
    const end = new AbortController();
    const change = (next: (before: Events) => Partial<Events>): void => {
      if (end.signal.aborted) return;
      setHeld((before) => {
        const now = before.run === run ? before : { ...nothing, run };
        return { ...now, ...next(now) };
      });
    };
    let waiting: FeedEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      timer = undefined;
      const more = waiting;
      waiting = [];
      change((before) => withMore(before, more));
    };
    const soon = (): void => {
      timer ??= setTimeout(flush, gatherMs);
    };
    const follow = async (): Promise<void> => {
      const feed = followFeed({
        ...run,
        after: start,
        signal: end.signal,
        onOpen: () => {
          change(() => ({ state: 'following' }));
        },
        onRetry: () => {
          change(() => ({ state: 'retrying' }));
        },
      });
      for await (const event of feed) {
        waiting.push(event);
        soon();
      }
    };
    follow().catch((error: unknown) => {
      change(() => ({ state: 'refused', error }));
    });
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [run]);

  return held.run === run ? held : nothing;
};
