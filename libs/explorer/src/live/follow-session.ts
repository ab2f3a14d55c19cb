import { WitnessError, watchSession, type LiveState, type WitnessClient } from '@mcp-witness/client';
import type { StatusStore } from '../store/status-store.ts';
import { openWithToken, type Token } from './token.ts';

export interface FollowState {
  /** Null until the socket was tried. */
  readonly live: LiveState | null;
  /** Why there is no report, in the service's or the client's words; null once there is one. */
  readonly trouble: string | null;
}

export interface FollowSession {
  readonly store: StatusStore;
  readonly client: Pick<WitnessClient, 'report' | 'serverTools'>;
  /** The service, `http://…`. */
  readonly url: string;
  readonly sessionId: string;
  /** Null where a cookie of the page, or nothing, says who asks. */
  readonly token: Token | null;
  readonly onState?: (state: FollowState) => void;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Whether asking again brings another answer: a session that has not begun is there later, and a host may have another
 * token by then; a page whose cookie was refused has no other.
 */
const mayChange = (error: unknown, token: Token | null): boolean =>
  !(error instanceof WitnessError) || (error.status === 401 ? token !== null : error.status !== 403);

/**
 * Reads a session's report into the store and follows it live until the returned function is called. What the store holds
 * is never replaced by what is older; a socket that dropped catches up by itself.
 */
export const followSession = (options: FollowSession): (() => void) => {
  const { store, client, url, sessionId, token, onState } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const asked = new Set<string>();
  let state: FollowState = { live: null, trouble: null };
  let stopWatching: (() => void) | null = null;

  const say = (change: Partial<FollowState>): void => {
    if (signal.aborted) return;
    state = { ...state, ...change };
    onState?.(state);
  };
  const askForTools = async (): Promise<void> => {
    for (const { name, digest } of store.missingTools(sessionId)) {
      const question = `${digest} ${name}`;
      if (asked.has(question)) continue;
      asked.add(question);
      try {
        const answer = await client.serverTools(sessionId, name, signal);
        const { tool_catalog_digest: named, tools } = answer;
        if (named !== null && tools !== null) store.holdTools(sessionId, named, tools);
      } catch {
        // Asked again with the next report that names it.
        asked.delete(question);
      }
    }
  };
  const take = (incoming: unknown): void => {
    if (signal.aborted) return;
    store.offer(sessionId, incoming);
    say({ trouble: null });
    void askForTools();
  };
  const watch = (): void => {
    const held = store.read(sessionId);
    stopWatching = watchSession({
      url,
      sessionId,
      ...(held === null ? {} : { held }),
      open: openWithToken(token),
      onHistory: take,
      onState: (live) => {
        say({ live });
      },
    });
  };

  client.report(sessionId, {}, signal).then(
    (history) => {
      take(history);
      if (!signal.aborted) watch();
    },
    (error: unknown) => {
      if (signal.aborted) return;
      say({ trouble: wordsOf(error) });
      if (mayChange(error, token)) watch();
    },
  );
  return () => {
    stopping.abort();
    stopWatching?.();
  };
};
