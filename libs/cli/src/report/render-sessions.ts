import { type ServerStatus, type SessionStatus, statusWords } from '@mcp-witness/evidence';
import { printable } from '../terminal/printable.ts';
import type { Colors } from '../terminal/terminal.ts';
import { clock } from './words.ts';

function countsOf({ counts }: SessionStatus): string {
  const statuses = Object.keys(statusWords) as ServerStatus[];
  return statuses
    .filter((status) => (counts[status] ?? 0) > 0)
    .map((status) => `${counts[status] ?? 0} ${status}`)
    .join(', ');
}

/** One line for each session. */
export function renderSessions(sessions: readonly SessionStatus[], colors: Colors): string {
  if (sessions.length === 0) return 'no sessions';
  return sessions
    .map((session) => {
      const state = session.connected ? colors.green('connected') : colors.gray('ended');
      const who = session.agent_id === null ? '' : `  ${printable(session.agent_id)}`;
      const task = session.task_id === null ? '' : `  task ${printable(session.task_id)}`;
      const id = colors.bold(printable(session.session_id));
      return `${id}  ${state}${who}${task}  ${clock(session.last_activity_at)}  ${countsOf(session)}`.trimEnd();
    })
    .join('\n');
}
