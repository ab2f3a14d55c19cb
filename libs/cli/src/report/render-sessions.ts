import { type ServerStatus, type SessionStatus, statusWords } from '@mcp-witness/evidence';
import { printable } from '../terminal/printable.ts';
import type { Colors } from '../terminal/terminal.ts';
import { clock } from './words.ts';

const heading = ['SESSION', 'STATE', 'AGENT', 'TASK', 'LAST ACTIVITY', 'SERVERS'] as const;

function countsOf({ counts }: SessionStatus): string {
  const statuses = Object.keys(statusWords) as ServerStatus[];
  return statuses
    .filter((status) => (counts[status] ?? 0) > 0)
    .map((status) => `${counts[status] ?? 0} ${status}`)
    .join(', ');
}

/** Who was not heard of for a while may come again: only an end that was told is one. */
function stateOf({ connected, ended_at }: SessionStatus): string {
  if (ended_at !== null) return 'ended';
  return connected ? 'running' : 'not heard of';
}

const cellsOf = (session: SessionStatus): readonly string[] =>
  [
    session.session_id,
    stateOf(session),
    session.agent_id ?? '-',
    session.task_id ?? '-',
    clock(session.last_activity_at),
    countsOf(session),
  ].map(printable);

const lengthOf = (text: string): number => Array.from(text).length;

const padded = (text: string, width: number): string => text + ' '.repeat(width - lengthOf(text));

/** A heading, and one line for each session; columns stand under each other. */
export function renderSessions(sessions: readonly SessionStatus[], colors: Colors): string {
  if (sessions.length === 0) return 'no sessions';
  const rows = sessions.map(cellsOf);
  const widths = heading.map((title, column) =>
    Math.max(lengthOf(title), ...rows.map((cells) => lengthOf(cells[column] ?? ''))),
  );
  const lineOf = (cells: readonly string[]): readonly string[] =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : padded(cell, widths[column] ?? 0)));
  const lines = rows.map((cells, row) => {
    const [id = '', state = '', ...rest] = lineOf(cells);
    const paint = sessions[row]?.connected === true ? colors.green : colors.gray;
    return [colors.bold(id), paint(state), ...rest].join('  ').trimEnd();
  });
  return [colors.dim(lineOf(heading).join('  ')), ...lines].join('\n');
}
