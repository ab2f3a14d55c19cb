import { McpServer as HighV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { McpServer as HighV2 } from '@modelcontextprotocol/server';
import { z } from 'zod';

const info = { name: 'tickets', version: '1' };
const answer = (
  text: string,
  isError = false,
): { content: { type: 'text'; text: string }[]; isError: boolean } => ({
  content: [{ type: 'text', text }],
  isError,
});
const tools = [
  { name: 'find', description: 'Finds a ticket.', inputSchema: { type: 'object' as const } },
  { name: 'fail', description: 'Fails.', inputSchema: { type: 'object' as const } },
];
const called = ({ name, arguments: given }: { name: string; arguments?: Record<string, unknown> }) =>
  name === 'find' ? answer(`found ${String(given?.id)}`) : answer('no', true);

export function highV1(): HighV1 {
  const server = new HighV1(info);
  server.registerTool('find', { description: 'Finds a ticket.', inputSchema: { id: z.string() } }, ({ id }) =>
    answer(`found ${id}`),
  );
  server.registerTool('fail', { description: 'Fails.' }, () => answer('no', true));
  server.registerResource('note', 'note://1', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'n' }] }));
  server.registerPrompt('greet', {}, () => ({ messages: [] }));
  return server;
}

export function lowV1(): HighV1['server'] {
  const { server } = new HighV1(info, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => called(params));
  return server;
}

export function highV2(): HighV2 {
  const server = new HighV2(info);
  server.registerTool(
    'find',
    { description: 'Finds a ticket.', inputSchema: z.object({ id: z.string() }) },
    ({ id }) => answer(`found ${id}`),
  );
  server.registerTool('fail', { description: 'Fails.' }, () => answer('no', true));
  server.registerPrompt('greet', {}, () => ({ messages: [] }));
  return server;
}

export function lowV2(): HighV2['server'] {
  const { server } = new HighV2(info, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }) => called(params));
  return server;
}
