import { shareSocket, watchSession, type WatchSession } from '@mcp-witness/client';
import { useEffect, useRef, useState } from 'react';
import { type Service, useService } from '../app/service.tsx';

/** One connection, and what is followed over it by the ids of sessions: how each is ended. */
interface Following {
  readonly open: WatchSession['open'];
  readonly stops: Map<string, () => void>;
}

const begin = (): Following => ({
  open: shareSocket((address, protocols) => new WebSocket(address, protocols)),
  stops: new Map(),
});

const follow = (
  { url, apiKey, store }: Service,
  { open }: Following,
  sessionId: string,
  onState: (isLive: boolean) => void,
): (() => void) =>
  watchSession({
    url,
    sessionId,
    held: store.read(sessionId) ?? undefined,
    open,
    apiKey: apiKey ?? undefined,
    onHistory: (newer) => {
      store.offer(sessionId, newer);
    },
    onState: (state) => {
      onState(state === 'live');
    },
  });

/**
 * Follows the reports of sessions over one connection, into the store; whether all of them are caught up with. When
 * other sessions are wanted, those that stay are followed on as they were.
 */
export const useLiveSessions = (ids: readonly string[]): boolean => {
  const service = useService();
  const following = useRef<Following | null>(null);
  const [live, setLive] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(ids);

  useEffect(() => {
    const begun = begin();
    following.current = begun;
    return () => {
      for (const stop of begun.stops.values()) stop();
    };
  }, [service]);

  useEffect(() => {
    if (following.current === null) return;
    const { stops } = following.current;
    const wanted = new Set(JSON.parse(key) as string[]);
    const mark = (id: string, isLive: boolean): void => {
      setLive((before) => {
        const now = new Set(before);
        if (isLive) now.add(id);
        else now.delete(id);
        return now;
      });
    };
    for (const id of wanted) {
      if (stops.has(id)) continue;
      stops.set(
        id,
        follow(service, following.current, id, (isLive) => {
          mark(id, isLive);
        }),
      );
    }
    // Those that go do so after others came: the connection stays while anything is followed over it.
    for (const [id, stop] of stops) {
      if (wanted.has(id)) continue;
      stop();
      stops.delete(id);
      mark(id, false);
    }
  }, [service, key]);

  return ids.every((id) => live.has(id));
};
