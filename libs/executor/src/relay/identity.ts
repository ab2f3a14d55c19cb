import type { Entry } from '@mcp-witness/evidence';
import { newId } from '../ids.ts';
import type { AttachMethod } from './client-request.ts';

/** What a session call says about whose it is. */
interface SessionCall {
  readonly method: AttachMethod;
  /** `params.sessionId`: the agent's own id of the session that is loaded, resumed or forked. */
  readonly acp_session_id: string | null;
  /** Ids that the host named in this very request. */
  readonly named: { readonly session_id: string | null; readonly task_id: string | null };
}

export interface Belonging {
  readonly session_id: string;
  readonly task_id: string | null;
  readonly entry: Entry;
  readonly forked_from: string | null;
}

export interface SessionIdentity {
  belonging(call: SessionCall): Belonging;
  /** The agent's answer, or a load, tied the agent's id to a session. */
  learn(acpSessionId: string, sessionId: string): void;
}

/**
 * Decides which session a call belongs to. With `session` every call of the process does, but for forks; without
 * it each new one and each fork is a session of its own, and a load or resume joins the one known by that ACP id.
 */
export function createSessionIdentity(given: {
  readonly session: string | null;
  readonly task: string | null;
}): SessionIdentity {
  const known = new Map<string, string>();
  const started = new Set<string>();
  const knownAs = (id: string | null): string | null => (id === null ? null : (known.get(id) ?? null));

  function sessionFor(call: SessionCall): string {
    if (call.named.session_id !== null) return call.named.session_id;
    if (call.method === 'session/fork') return newId();
    if (call.method === 'session/new') return given.session ?? newId();
    return knownAs(call.acp_session_id) ?? given.session ?? newId();
  }

  return {
    belonging(call) {
      const session_id = sessionFor(call);
      const again = started.has(session_id);
      started.add(session_id);
      const isFork = call.method === 'session/fork';
      const parent = isFork ? (knownAs(call.acp_session_id) ?? given.session) : null;
      if (!isFork && call.method !== 'session/new' && call.acp_session_id !== null) {
        known.set(call.acp_session_id, session_id);
      }
      return {
        session_id,
        task_id: call.named.task_id ?? given.task,
        entry: call.method === 'session/new' && again ? 'session/reset' : call.method,
        forked_from: parent === session_id ? null : parent,
      };
    },
    learn: (acpSessionId, sessionId) => void known.set(acpSessionId, sessionId),
  };
}
