// A third-party MCP server over stdio, as a user would configure it: it knows nothing of Witness. It writes what it
// saw itself, one JSON line a request, to the file named by its first argument.
import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const [, , log] = process.argv;
const server = new McpServer({ name: 'notes', version: '1.0.0' });
server.registerTool('note_count', { description: 'Says how many notes there are.' }, () => ({
  content: [{ type: 'text', text: '3' }],
}));

const transport = new StdioServerTransport();
await server.connect(transport);
const received = transport.onmessage;
transport.onmessage = (message, extra) => {
  if (log && message.method) appendFileSync(log, `${JSON.stringify({ method: message.method })}\n`);
  received?.(message, extra);
};
