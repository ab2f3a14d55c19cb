import { watchSession, type LiveState } from '@mcp-witness/client';
import type { History } from '@mcp-witness/evidence';
import { useHistory } from '@mcp-witness/explorer/react';
import { useEffect, useRef, useState } from 'react';
import { useService } from '../app/service.tsx';
import { useReport } from './use-report.ts';

export interface LiveHistory {
  /** Null until there is one. */
  readonly history: History | null;
  readonly state: LiveState;
  /** Why it could not be had. */
  readonly error: unknown;
}

/** Tools that live updates name by their digests alone are asked for, each once. */
const useMissingTools = (sessionId: string, history: History | null): void => {
  const { client, store } = useService();
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const { name, digest } of store.missingTools(sessionId)) {
      const question = `${digest} ${name}`;
      if (asked.current.has(question)) continue;
      asked.current.add(question);
      client.serverTools(sessionId, name).then(
        ({ tool_catalog_digest: answered, tools }) => {
          if (answered !== null) store.holdTools(sessionId, answered, tools ?? []);
        },
        () => asked.current.delete(question),
      );
    }
  }, [client, store, sessionId, history]);
};

/** The report of a session, followed for as long as it is looked at. */
export const useLiveHistory = (sessionId: string): LiveHistory => {
  const { url, apiKey, store } = useService();
  const history = useHistory(store, sessionId);
  const [state, setState] = useState<LiveState>('connecting');
  const { error, isSuccess } = useReport(sessionId);

  useEffect(() => {
    if (!isSuccess) return undefined;
    return watchSession({
      url,
      sessionId,
      held: store.read(sessionId) ?? undefined,
      open: (address, protocols) => new WebSocket(address, protocols),
      apiKey: apiKey ?? undefined,
      onHistory: (newer) => {
        store.offer(sessionId, newer);
      },
      onState: setState,
    });
  }, [url, apiKey, store, sessionId, isSuccess]);

  useMissingTools(sessionId, history);
  return { history, state, error };
};
