import { newSessionId } from './seal.ts';

/** What calls without a handle belong to. Its handles end with it. */
interface OpenSession {
  readonly session_id: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The session of those calls on a transport that carry no handle: one for all, so that calls made at once are together. */
export interface OpenSessions {
  /** The one that is open, or the next one where that is over. */
  of(transport: object): OpenSession;
}

export function createOpenSessions(ttlMs: number, now: () => number): OpenSessions {
  const known = new WeakMap<object, OpenSession>();
  return {
    of(transport) {
      const open = known.get(transport);
      if (open !== undefined && now() < open.until) return open;
      const next = { session_id: newSessionId(), until: now() + ttlMs };
      known.set(transport, next);
      return next;
    },
  };
}
