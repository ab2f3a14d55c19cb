import { shareSocket, watchSession } from '@mcp-witness/client';
import { useEffect, useState } from 'react';
import { useService } from '../app/service.tsx';

/** Follows the reports of sessions over one connection, into the store; whether all of them are caught up with. */
export const useLiveSessions = (ids: readonly string[]): boolean => {
  const { url, apiKey, store } = useService();
  const [live, setLive] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(ids);

  useEffect(() => {
    const open = shareSocket((address, protocols) => new WebSocket(address, protocols));
    const stops = (JSON.parse(key) as string[]).map((sessionId) =>
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
          setLive((before) => {
            const now = new Set(before);
            if (state === 'live') now.add(sessionId);
            else now.delete(sessionId);
            return now;
          });
        },
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [url, apiKey, store, key]);

  return ids.every((id) => live.has(id));
};
