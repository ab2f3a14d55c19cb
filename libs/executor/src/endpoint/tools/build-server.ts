import { McpServer } from '@modelcontextprotocol/server';
import { answerProblemReport, problemReport } from './problem-report.ts';
import { answerServerReport, serverReport } from './server-report.ts';
import { answerSessionReport, sessionReport } from './session-report.ts';
import type { ToolContext } from './tool-context.ts';

const identity = { name: 'mcp-witness', title: 'Witness', version: '0.1.0' };

const instructions =
  'Tells which MCP servers this agent session was meant to get, was sent, connected to, loaded tools from and used.';

/**
 * The in-session server: three tools, in an order that never changes. Lists are not to be cached, since reading them is
 * what shows that they were loaded; no change of the list is ever announced, so that nobody waits for one.
 */
export function buildServer(context: ToolContext): McpServer {
  const uncached = { ttlMs: 0, cacheScope: 'private' } as const;
  const server = new McpServer(identity, {
    instructions,
    capabilities: { tools: { listChanged: false } },
    cacheHints: { 'tools/list': uncached, 'server/discover': uncached },
  });
  const readOnly = { readOnlyHint: true, openWorldHint: false };
  server.registerTool('session_mcp_report', { ...sessionReport, annotations: readOnly }, () =>
    answerSessionReport(context),
  );
  server.registerTool('session_mcp_server', { ...serverReport, annotations: readOnly }, ({ server: name }) =>
    answerServerReport(context, name),
  );
  const additive = {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  };
  server.registerTool('report_mcp_problem', { ...problemReport, annotations: additive }, ({ server: name }) =>
    answerProblemReport(context, name),
  );
  return server;
}
