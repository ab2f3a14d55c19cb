import { holdTools, type HeldTools } from '@mcp-witness/client';
import { isNewer, parseHistory, type History } from '@mcp-witness/evidence';
import { completeHistory } from './complete-history.ts';

/**
 * What became of a history that was offered.
 * - `taken`: it is strictly newer than what was held, or nothing valid was held.
 * - `kept`: it is equal or older; what is held stands, and may come from the live socket.
 * - `refused`: the guard does not let it pass, or it names another session. Nothing changes.
 */
export type Offer = 'taken' | 'kept' | 'refused';

/** A session of a task's list, as far as it is read here. */
export interface ListedSession {
  readonly session_id: string;
  readonly metadata?: { readonly mcp_attachment_state?: unknown } | null;
}

/**
 * Histories by session, whatever way they come: at boot, with a task's list, by a forced read, or live. One guard and
 * one comparator decide every offer, and no offer touches another session.
 */
export interface StatusStore {
  /** The held history, every member there, with the tools that are known by its digests; the same object until it changes. */
  readonly read: (sessionId: string) => History | null;
  readonly offer: (sessionId: string, incoming: unknown) => Offer;
  /** Offers each session's own history. Sessions without one keep what they have. */
  readonly offerSessions: (sessions: readonly ListedSession[]) => void;
  /** Tools that were asked for by name, as answered. */
  readonly holdTools: (sessionId: string, digest: string, tools: Parameters<HeldTools['hold']>[1]) => void;
  /** Current servers whose tools a page would show and that are not held. */
  readonly missingTools: (sessionId: string) => ReturnType<HeldTools['missing']>;
  /** Called after every change of this session; the answer ends it. */
  readonly subscribe: (sessionId: string, listener: () => void) => () => void;
  readonly forget: (sessionId: string) => void;
}

interface Held {
  history: History | null;
  shown: History | null;
  readonly tools: HeldTools;
}

/** Histories by session, empty at first. */
export const createStatusStore = (): StatusStore => {
  const sessions = new Map<string, Held>();
  const listeners = new Map<string, Set<() => void>>();

  const heldOf = (sessionId: string): Held => {
    const known = sessions.get(sessionId);
    if (known !== undefined) return known;
    const made: Held = { history: null, shown: null, tools: holdTools() };
    sessions.set(sessionId, made);
    return made;
  };
  const show = (sessionId: string, held: Held): void => {
    held.shown = held.history === null ? null : held.tools.fill(held.history);
    for (const listener of listeners.get(sessionId) ?? []) listener();
  };

  const offer: StatusStore['offer'] = (sessionId, incoming) => {
    const parsed = parseHistory(incoming);
    if (parsed === null) return 'refused';
    const history = completeHistory(parsed, sessionId);
    if (history.session_id !== sessionId) return 'refused';
    const held = heldOf(sessionId);
    const newer = isNewer(history, held.history);
    // A digest names the same tools whichever history brings them.
    const missed = held.history === null ? 0 : held.tools.missing(held.history).length;
    held.tools.fill(history);
    if (newer) held.history = history;
    const learned = held.history !== null && held.tools.missing(held.history).length < missed;
    if (newer || learned) show(sessionId, held);
    return newer ? 'taken' : 'kept';
  };

  return {
    read: (sessionId) => sessions.get(sessionId)?.shown ?? null,
    offer,
    offerSessions: (listed) => {
      for (const { session_id: id, metadata } of listed) offer(id, metadata?.mcp_attachment_state);
    },
    holdTools: (sessionId, digest, tools) => {
      const held = heldOf(sessionId);
      held.tools.hold(digest, tools);
      show(sessionId, held);
    },
    missingTools: (sessionId) => {
      const held = sessions.get(sessionId);
      return held?.history === null || held === undefined ? [] : held.tools.missing(held.history);
    },
    subscribe: (sessionId, listener) => {
      const some = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, some.add(listener));
      return () => {
        some.delete(listener);
        if (some.size === 0) listeners.delete(sessionId);
      };
    },
    forget: (sessionId) => {
      if (sessions.delete(sessionId)) for (const listener of listeners.get(sessionId) ?? []) listener();
    },
  };
};
