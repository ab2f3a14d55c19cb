import { seen } from '../journal/fact.ts';
import { readAnswer } from './agent-message.ts';
import { attach, type Outgoing } from './attach.ts';
import type { AttachmentState } from './attachment-state.ts';
import { type ClientRequest, isAttach, readClientRequest, requestKey } from './client-request.ts';
import { idOrNull } from './named-ids.ts';
import { settle } from './settle.ts';

/** Follows the session calls of one agent process: opens attempts, changes the requests, and reads their answers. */
export interface Attachments {
  /** A whole line of the host. Never rejects: whatever is wrong with it, some bytes go on. */
  request(line: Buffer): Outgoing | Promise<Outgoing>;
  /** A whole line of the agent, which is forwarded as it is. */
  answer(line: Buffer): void;
  /** The agent's process is gone: ends every attempt. */
  ended(reason_code: string, exit_code: number | null): void;
}

function watch(state: AttachmentState, { id, method, params }: ClientRequest): void {
  if (id === null) return;
  if (method === 'initialize') {
    state.pending.set(requestKey(id), { kind: 'initialize' });
    return;
  }
  const acpSessionId = idOrNull(params.sessionId);
  const session_id = acpSessionId === null ? null : state.identity.sessionOf(acpSessionId);
  if (session_id !== null) state.pending.set(requestKey(id), { kind: 'close', session_id });
}

function failUnanswered({ pending, keeper }: AttachmentState): void {
  for (const entry of pending.values()) {
    if (entry.kind !== 'attach') continue;
    const { attempt_id, method } = entry.waiting;
    const summary = `The agent's process ended before it answered ${method}.`;
    keeper.note(attempt_id, [seen('attachment-failed', { reason_code: 'process_exited', summary })]);
  }
  pending.clear();
}

export function createAttachments(
  given: Pick<AttachmentState, 'identity' | 'keeper' | 'builtIn' | 'execution'>,
): Attachments {
  const state: AttachmentState = {
    ...given,
    pending: new Map(),
    attempts: new Set(),
    current: new Map(),
    agentTakesHttp: false,
  };
  return {
    request(line) {
      const request = readClientRequest(line);
      if (request === null) return { bytes: line, written: null };
      if (isAttach(request.method)) return attach(state, line, request, request.method);
      watch(state, request);
      return { bytes: line, written: null };
    },
    answer(line) {
      const answer = state.pending.size === 0 ? null : readAnswer(line);
      if (answer === null) return;
      const key = requestKey(answer.id);
      const entry = state.pending.get(key);
      state.pending.delete(key);
      if (entry !== undefined) settle(state, entry, answer);
    },
    ended(reason_code, exit_code) {
      failUnanswered(state);
      for (const attempt_id of state.attempts) {
        state.keeper.note(attempt_id, [seen('execution-ended', { reason_code, exit_code })]);
      }
    },
  };
}
