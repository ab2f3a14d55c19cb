import { type Attempt, checklist, type Server, witnessPhrase } from '@mcp-witness/evidence';
import { z } from 'zod';
import { lineOf, lineText, onOneLine, whyText } from './describe-server.ts';
import { readAttempt } from './read-attempt.ts';
import { told, type ToolResult, toldNot } from './result.ts';
import type { ToolContext } from './tool-context.ts';

export const serverReport = {
  title: 'One MCP server of this session',
  description:
    'Returns one MCP server of this agent session in detail: its status and the reason for it, when each step (configured, delivered, connected, tools listed, used) was first observed and by whom, its protocol version and its open connections. `server` is a name that session_mcp_report returns.',
  inputSchema: z.strictObject({
    server: z.string().min(1).max(256).describe('Name of the server, as session_mcp_report returns it.'),
  }),
} as const;

/** Names the servers there are, so that a slip in a name can be seen. */
export function unknownServer(attempt: Attempt): ToolResult {
  const names = attempt.servers.map((server) => server.name);
  return toldNot(
    `This session has no MCP server of that name. Its servers: ${names.map(onOneLine).join(', ')}.`,
    {
      available: true,
      found: false,
      servers: names,
    },
  );
}

function stepLines(attempt: Attempt, server: Server): string[] {
  return checklist(attempt, server).map(({ label, at, witness }) => {
    if (at === null) return `- ${label}: not observed`;
    return `- ${label}: ${at}${witness === null ? '' : `, seen by ${witnessPhrase(witness)}`}`;
  });
}

export async function answerServerReport(context: ToolContext, name: string): Promise<ToolResult> {
  const reading = await readAttempt(context.readReport);
  if (!reading.known) return told(reading.why, { available: false, reason: reading.why });
  const { attempt } = reading;
  const server = attempt.servers.find((one) => one.name === name);
  if (server === undefined) return unknownServer(attempt);
  const why = whyText(server);
  const open = server.connections.filter((connection) => connection.closed_at === null).length;
  return told([lineText(lineOf(server)), why, ...stepLines(attempt, server)].join('\n'), {
    available: true,
    found: true,
    ...lineOf(server),
    why,
    summary: server.summary,
    transport: server.transport,
    target: server.target,
    protocol_version: server.protocol_version,
    open_connections: open,
    steps: checklist(attempt, server).map(({ level, at, witness }) => ({ step: level, at, witness })),
  });
}
