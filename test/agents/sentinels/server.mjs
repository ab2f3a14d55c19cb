import { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer } from '@modelcontextprotocol/server';

const three = () => ({ content: [{ type: 'text', text: '3' }] });

/** Name of the one tool by which all of a server's calls are told. */
export const toolOf = (name) => `${name.replaceAll('-', '_')}_count`;

const withTools = (server, name) => {
  server.registerTool(toolOf(name), { description: `How many ${name} has.` }, three);
  server.registerTool(`${toolOf(name)}_of_old`, { description: `How many ${name} had.` }, three);
  return server;
};

/** A server with two tools that speaks both eras. */
export const bothEras = (name) => withTools(new McpServer({ name, version: '1.0.0' }), name);

/** The same by the SDK that still has the SSE transport. */
export const legacyOnly = (name) => withTools(new FirstServer({ name, version: '1.0.0' }), name);
