import { type Fact, seen } from '../journal/fact.ts';
import { agentName, type Answer, readAgentTakes } from './agent-message.ts';
import { agentReported, settleEarly } from './agent-reports.ts';
import type { AttachmentState, Pending, WaitingAttempt } from './attachment-state.ts';
import { idOrNull } from './named-ids.ts';
import { readSessionError } from './session-error.ts';

/** A load or resume goes on with the id that it named; a new session and a fork get theirs by the answer. */
function ownAcpId({ method, acp_session_id }: WaitingAttempt): string | null {
  return method === 'session/load' || method === 'session/resume' ? acp_session_id : null;
}

/** An agent's session is attached by every call that concerns it, also by one that the agent refuses. */
function attached(state: AttachmentState, { attempt_id }: WaitingAttempt, acp_session_id: string): void {
  const attempts = state.attachedBy.get(acp_session_id) ?? new Set();
  state.attachedBy.set(acp_session_id, attempts.add(attempt_id));
}

function settleAttach(state: AttachmentState, waiting: WaitingAttempt, answer: Answer): void {
  const acp_session_id = (answer.ok ? idOrNull(answer.result.sessionId) : null) ?? ownAcpId(waiting);
  if (acp_session_id !== null) attached(state, waiting, acp_session_id);
  if (!answer.ok) {
    state.keeper.note(waiting.attempt_id, refused(waiting, answer.error));
    return;
  }
  if (acp_session_id !== null) state.identity.learn(acp_session_id, waiting.session_id);
  state.keeper.note(waiting.attempt_id, [seen('session-accepted', { acp_session_id })]);
  if (acp_session_id !== null) settleEarly(state, waiting.attempt_id, acp_session_id);
}

function refused(waiting: WaitingAttempt, error: unknown): readonly Fact[] {
  const { reason_code, summary, servers } = readSessionError(waiting.method, error, waiting.servers);
  return [
    seen('attachment-failed', { reason_code, summary }),
    ...servers.map((server_name) => agentReported(server_name, summary)),
  ];
}

function closeSession(state: AttachmentState, acp_session_id: string): void {
  const attached = state.attachedBy.get(acp_session_id) ?? [];
  state.attachedBy.delete(acp_session_id);
  for (const attempt_id of attached) {
    if (!state.attempts.delete(attempt_id)) continue;
    state.keeper.note(attempt_id, [seen('execution-ended', { reason_code: 'session_closed' })]);
  }
}

function learnAgent(state: AttachmentState, result: Readonly<Record<string, unknown>>): void {
  state.takes = readAgentTakes(result);
  const { agent } = state.execution;
  state.execution = { ...state.execution, agent: { ...agent, id: idOrNull(agentName(result)) ?? agent.id } };
}

/** Takes the agent's answer to a request that waited for it. */
export function settle(state: AttachmentState, entry: Pending, answer: Answer): void {
  if (entry.kind === 'attach') {
    state.perhapsAnswered.delete(entry.waiting.attempt_id);
    settleAttach(state, entry.waiting, answer);
    if (state.pending.none) state.early.length = 0;
    return;
  }
  if (!answer.ok) return;
  if (entry.kind === 'close') closeSession(state, entry.acp_session_id);
  else learnAgent(state, answer.result);
}
