import { z } from 'zod';
import { onOneLine } from './describe-server.ts';
import { unknownServer } from './server-report.ts';
import { readAttempt } from './read-attempt.ts';
import { told, type ToolResult, toldNot } from './result.ts';
import type { ToolContext } from './tool-context.ts';

export const problemReport = {
  title: 'Note a problem with an MCP server',
  description:
    'Notes that something is wrong with an MCP server of this agent session, such as tools that are missing or calls that do not work. What is kept is that a problem was noted for this server, and when; the description is not stored and the status of the server does not change.',
  inputSchema: z.strictObject({
    server: z.string().min(1).max(256).describe('Name of the server, as session_mcp_report returns it.'),
    problem: z.string().max(2000).optional().describe('What is wrong. Not stored.'),
  }),
} as const;

/** Only names that the session has are recorded: any other text is the agent's own, and is not stored. */
export async function answerProblemReport(context: ToolContext, name: string): Promise<ToolResult> {
  const reading = await readAttempt(context.readReport);
  if (!reading.known && name !== context.server_name) {
    return toldNot(`Not noted: ${reading.why}`, { noted: false, reason: reading.why });
  }
  if (reading.known && !reading.attempt.servers.some((server) => server.name === name)) {
    return unknownServer(reading.attempt);
  }
  context.onProblem(name);
  return told(
    `Noted: the agent reports a problem with ${onOneLine(name)}. Only the fact and the time are kept.`,
    {
      noted: true,
      server: name,
    },
  );
}
