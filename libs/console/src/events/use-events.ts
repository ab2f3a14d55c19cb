import { followFeed, type FeedEvent, type FeedFilter } from '@mcp-witness/client';
import { useEffect, useState } from 'react';
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

const nothing: Events = { events: [], dropped: 0, state: 'connecting', error: null };

const gatherMs = 50;

const withMore = (held: Events, more: readonly FeedEvent[]): Events => {
  const all = [...held.events, ...more];
  const over = Math.max(0, all.length - eventLimit);
  return { ...held, events: over === 0 ? all : all.slice(over), dropped: held.dropped + over };
};

/**
 * Events as they are recorded, from a place of the log on (null: not yet). Those that come close together are taken
 * together, and a lost connection goes on where it was.
 */
export const useEvents = (filter: FeedFilter, after: string | null): Events => {
  const { url, apiKey } = useService();
  const [held, setHeld] = useState(nothing);
  const key = JSON.stringify(filter);

  useEffect(() => {
    setHeld(nothing);
    if (after === null) return undefined;
    const end = new AbortController();
    let waiting: FeedEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      timer = undefined;
      const more = waiting;
      waiting = [];
      setHeld((before) => withMore(before, more));
    };
    const soon = (): void => {
      timer ??= setTimeout(flush, gatherMs);
    };
    const follow = async (): Promise<void> => {
      const feed = followFeed({
        url,
        apiKey,
        after,
        filter: JSON.parse(key) as FeedFilter,
        signal: end.signal,
        onOpen: () => {
          setHeld((before) => ({ ...before, state: 'following' }));
        },
        onRetry: () => {
          setHeld((before) => ({ ...before, state: 'retrying' }));
        },
      });
      for await (const event of feed) {
        waiting.push(event);
        soon();
      }
    };
    follow().catch((error: unknown) => {
      if (!end.signal.aborted) setHeld((before) => ({ ...before, state: 'refused', error }));
    });
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [url, apiKey, key, after]);

  return held;
};
