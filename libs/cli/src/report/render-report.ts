import { type Attempt, type History, isAccepted, reasonPhrase } from '@mcp-witness/evidence';
import { printable } from '../terminal/printable.ts';
import type { Colors } from '../terminal/terminal.ts';
import { renderServer, statusOf, toolsOf } from './render-server.ts';
import { amount, clock } from './words.ts';

function stateOf(attempt: Attempt): string | null {
  if (attempt.session_error !== null) return `refused ${clock(attempt.session_error.at)}`;
  if (attempt.accepted_at !== null) return `accepted ${clock(attempt.accepted_at)}`;
  return isAccepted(attempt.entry) ? 'not answered yet' : null;
}

function endReason({ end_reason_code: code }: Attempt): string {
  if (code === null) return 'unknown';
  return [code, reasonPhrase(code)].filter((part) => part !== null).join(': ');
}

function endOf(attempt: Attempt): string | null {
  if (attempt.ended_at !== null) return `ended ${clock(attempt.ended_at)} (${endReason(attempt)})`;
  return attempt.superseded_at === null ? null : `superseded ${clock(attempt.superseded_at)}`;
}

function headline(attempt: Attempt): string {
  const { agent_id } = attempt;
  return [
    `attempt ${attempt.ordinal}`,
    attempt.entry,
    agent_id === null ? null : printable(agent_id),
    `started ${clock(attempt.started_at)}`,
    stateOf(attempt),
    endOf(attempt),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function warnings(attempt: Attempt, colors: Colors): readonly string[] {
  const { session_error, evidence_lost, findings } = attempt;
  const lost = evidence_lost.count + evidence_lost.gaps;
  return [
    ...(session_error === null
      ? []
      : [colors.red(`  ${session_error.reason_code}: ${printable(session_error.summary)}`)]),
    ...(attempt.agent_kept_previous_attachment
      ? [colors.yellow('  the agent kept the attachment of an earlier attempt: its evidence is there')]
      : []),
    ...(lost === 0 ? [] : [colors.yellow(`  ${amount(lost, 'event')} of evidence missing`)]),
    ...findings.map(({ code, server_name, summary }) => {
      const about = server_name === null ? '' : ` (${printable(server_name)})`;
      return `  ${code}${about}: ${printable(summary)}`;
    }),
  ];
}

function earlier(attempt: Attempt, colors: Colors): readonly string[] {
  const servers = attempt.servers.map((server) => {
    const tools = toolsOf(server);
    return `    ${printable(server.name)}  ${statusOf(server, colors)}${tools === '' ? '' : `  ${tools}`}`;
  });
  return [colors.dim(`  ${headline(attempt)}`), ...servers];
}

/** A session's report for a person: the current attempt in full, the two before it in short. */
export function renderReport(history: History, colors: Colors): string {
  const { current, previous, task_id } = history;
  const task = task_id === null ? '' : ` · task ${printable(task_id)}`;
  const servers = current.servers.flatMap((server) => ['', ...renderServer(current, server, colors)]);
  return [
    `${colors.bold(`Session ${printable(history.session_id)}`)}${task}`,
    headline(current),
    ...warnings(current, colors),
    ...(current.servers.length === 0 ? ['', '  no MCP server was named in this attempt'] : servers),
    ...(previous.length === 0 ? [] : ['', 'Earlier attempts']),
    ...previous.flatMap((attempt) => earlier(attempt, colors)),
  ].join('\n');
}
