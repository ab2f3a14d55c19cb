import { newSessionId } from './seal.ts';

/** The session of those calls on a transport that carry no handle: one for all, so that calls made at once are together. */
export interface OpenSessions {
  of(transport: object): string;
}

export function createOpenSessions(): OpenSessions {
  const known = new WeakMap<object, string>();
  return {
    of(transport) {
      const session = known.get(transport) ?? newSessionId();
      known.set(transport, session);
      return session;
    },
  };
}
