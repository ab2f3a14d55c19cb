import type { Attempt } from '@mcp-witness/evidence';
import { lineOf, lineText, onOneLine } from './describe-server.ts';
import { readAttempt } from './read-attempt.ts';
import { told, type ToolResult } from './result.ts';
import type { ToolContext } from './tool-context.ts';

export const sessionReport = {
  title: 'MCP servers of this session',
  description:
    'Returns every MCP server of this agent session with what was observed of it: not delivered, filtered, unavailable, delivered, connected, active, disconnected or failed; the number of tools that were listed, the number of calls, and a reason code where one was recorded. A server that talks to the agent directly is shown as delivered with an unverified connection, which means that nothing is known, not that it failed.',
} as const;

function heading(attempt: Attempt): string {
  const count = attempt.servers.length;
  const servers = `${count} MCP server${count === 1 ? '' : 's'}`;
  return `${servers} in this session (attachment attempt ${attempt.ordinal}, ${attempt.entry}, started ${attempt.started_at}).`;
}

function remarks(attempt: Attempt): string[] {
  const lines: string[] = [];
  if (attempt.session_error !== null) {
    lines.push(
      `The session request was refused: ${attempt.session_error.reason_code}. ${onOneLine(attempt.session_error.summary)}`,
    );
  }
  if (attempt.agent_kept_previous_attachment) {
    lines.push('The agent keeps using connections of an earlier attachment attempt.');
  }
  const lost = attempt.evidence_lost.count + attempt.evidence_lost.gaps;
  if (lost > 0) lines.push(`Evidence is incomplete: ${lost} events are missing.`);
  for (const finding of attempt.findings) lines.push(`Note (${finding.code}): ${onOneLine(finding.summary)}`);
  return lines;
}

export async function answerSessionReport(context: ToolContext): Promise<ToolResult> {
  const reading = await readAttempt(context.readReport);
  if (!reading.known) return told(reading.why, { available: false, reason: reading.why });
  const { attempt } = reading;
  const servers = attempt.servers.map(lineOf);
  const text = [
    heading(attempt),
    ...servers.map((server) => `- ${lineText(server)}`),
    ...remarks(attempt),
  ].join('\n');
  return told(text, {
    available: true,
    attempt: attempt.ordinal,
    entry: attempt.entry,
    started_at: attempt.started_at,
    accepted_at: attempt.accepted_at,
    this_server: context.server_name,
    servers,
    findings: attempt.findings,
  });
}
