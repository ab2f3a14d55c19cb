import { type Fact, seen } from '../journal/fact.ts';
import { agentName, type Answer, takesHttp } from './agent-message.ts';
import type { AttachmentState, Pending, WaitingAttempt } from './attachment-state.ts';
import { idOrNull } from './named-ids.ts';
import { readSessionError } from './session-error.ts';

/** A load or resume goes on with the id that it named; a new session and a fork get theirs by the answer. */
function ownAcpId({ method, acp_session_id }: WaitingAttempt): string | null {
  return method === 'session/load' || method === 'session/resume' ? acp_session_id : null;
}

function accepted(
  state: AttachmentState,
  waiting: WaitingAttempt,
  result: Readonly<Record<string, unknown>>,
): Fact {
  const acp_session_id = idOrNull(result.sessionId) ?? ownAcpId(waiting);
  if (acp_session_id !== null) state.identity.learn(acp_session_id, waiting.session_id);
  return seen('session-accepted', { acp_session_id });
}

function refused(waiting: WaitingAttempt, error: unknown): readonly Fact[] {
  const { reason_code, summary, servers } = readSessionError(waiting.method, error, waiting.servers);
  return [
    seen('attachment-failed', { reason_code, summary }),
    ...servers.map((server_name) =>
      seen('attachment-failed', { server_name, reason_code: 'agent_reported', summary }),
    ),
  ];
}

function closeSession(state: AttachmentState, session_id: string): void {
  const attempt_id = state.current.get(session_id);
  state.current.delete(session_id);
  if (attempt_id === undefined || !state.attempts.delete(attempt_id)) return;
  state.keeper.note(attempt_id, [seen('execution-ended', { reason_code: 'session_closed' })]);
}

function learnAgent(state: AttachmentState, result: Readonly<Record<string, unknown>>): void {
  state.agentTakesHttp = takesHttp(result);
  const { agent } = state.execution;
  state.execution = { ...state.execution, agent: { ...agent, id: idOrNull(agentName(result)) ?? agent.id } };
}

/** Takes the agent's answer to a request that waited for it. */
export function settle(state: AttachmentState, entry: Pending, answer: Answer): void {
  if (entry.kind === 'attach') {
    const { waiting } = entry;
    const facts = answer.ok ? [accepted(state, waiting, answer.result)] : refused(waiting, answer.error);
    state.keeper.note(waiting.attempt_id, facts);
    return;
  }
  if (!answer.ok) return;
  if (entry.kind === 'close') closeSession(state, entry.session_id);
  else learnAgent(state, answer.result);
}
