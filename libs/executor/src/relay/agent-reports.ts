import { type Fact, seen } from '../journal/fact.ts';
import type { AttachmentState, WaitingAttempt } from './attachment-state.ts';
import type { StartupReport } from './startup-report.ts';

/** Reports that came before the answer which says whose they are. */
const mostEarly = 64;

/** What an agent says of a server in a field that names it. */
export const agentReported = (server_name: string, summary: string): Fact => ({
  ...seen('attachment-failed', { server_name, reason_code: 'agent_reported', summary }),
  witness: 'agent',
});

const note = ({ keeper }: AttachmentState, attempt_id: string, report: StartupReport): void => {
  keeper.note(attempt_id, [agentReported(report.server_name, report.summary)]);
};

/** Before a load is answered comes the history of the session, whose failures were told when they happened. */
const isHistory = (waiting: WaitingAttempt, acp_session_id: string): boolean =>
  waiting.method === 'session/load' && waiting.acp_session_id === acp_session_id;

/** Its answer may say that the session of that id belongs to it. */
function mayBe(waiting: WaitingAttempt, acp_session_id: string, isKnown: boolean): boolean {
  if (waiting.method === 'session/resume') return waiting.acp_session_id === acp_session_id;
  return waiting.method !== 'session/load' && !isKnown;
}

/** Takes what an agent says of a server: it belongs to the newest attempt that its session is attached by. */
export function takeReport(state: AttachmentState, report: StartupReport): void {
  const { acp_session_id } = report;
  const waiting = state.pending
    .entries()
    .flatMap((entry) => (entry.kind === 'attach' ? [entry.waiting] : []));
  if (waiting.some((one) => isHistory(one, acp_session_id))) return;
  const newest = [...(state.attachedBy.get(acp_session_id) ?? [])].at(-1);
  if (waiting.some((one) => mayBe(one, acp_session_id, newest !== undefined))) {
    if (state.early.length < mostEarly) state.early.push(report);
  } else if (newest !== undefined) {
    note(state, newest, report);
  }
}

/** The agent accepted the attempt: what it said of that session before belongs to it. */
export function settleEarly(state: AttachmentState, attempt_id: string, acp_session_id: string): void {
  for (const report of state.early.splice(0)) {
    if (report.acp_session_id === acp_session_id) note(state, attempt_id, report);
    else state.early.push(report);
  }
}
