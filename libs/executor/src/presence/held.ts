import type { EvidenceEvent } from '@mcp-witness/evidence';

/** The attempts whose sessions this process has: the newest one of each session, until its execution ends. */
export interface Held {
  /** True when they are others than before. */
  take(event: EvidenceEvent): boolean;
  readonly attempts: readonly string[];
}

/** What one executor may hold; the newest ones. */
const most = 256;

export function createHeld(): Held {
  const bySession = new Map<string, string>();
  return {
    take(event) {
      const id = event.attachment_attempt_id;
      if (event.type === 'attempt-started') {
        const { session_id } = event.data;
        bySession.delete(session_id);
        bySession.set(session_id, id);
        return true;
      }
      if (event.type !== 'execution-ended') return false;
      for (const [session, attempt] of bySession) if (attempt === id) return bySession.delete(session);
      return false;
    },
    get attempts() {
      return [...bySession.values()].slice(-most);
    },
  };
}
