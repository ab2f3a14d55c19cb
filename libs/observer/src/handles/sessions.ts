import { newSessionId } from './seal.ts';

/** What calls without a handle belong to. Its handles may be good for longer. */
interface OpenSession {
  readonly session_id: string;
  /** From then on such calls belong to the next one. Milliseconds since 1970. */
  readonly until: number;
}

/** The session of those calls on a transport that carry no handle: one for all, so that calls made at once are together. */
export interface OpenSessions {
  /** The id of the one that is open, or of the next one where that is over. */
  of(transport: object): string;
}

export function createOpenSessions(ttlMs: number, now: () => number): OpenSessions {
  const known = new WeakMap<object, OpenSession>();
  return {
    of(transport) {
      const open = known.get(transport);
      if (open !== undefined && now() < open.until) return open.session_id;
      const next = { session_id: newSessionId(), until: now() + ttlMs };
      known.set(transport, next);
      return next.session_id;
    },
  };
}
