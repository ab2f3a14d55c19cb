import type { History } from '@mcp-witness/evidence';
import { useCallback, useSyncExternalStore } from 'react';
import type { StatusStore } from '../store/status-store.ts';

/** The held history of a session, kept fresh; null until there is one. */
export const useHistory = (store: StatusStore, sessionId: string): History | null =>
  useSyncExternalStore(
    useCallback((changed) => store.subscribe(sessionId, changed), [store, sessionId]),
    () => store.read(sessionId),
    () => null,
  );
