import { observeTransport } from '@mcp-witness/mcp-frames';
import { describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { bench } from './support/bench.ts';
import { statusOf } from './support/status.ts';

describe('a server of the first SDK on an observed transport', () => {
  it('serves as ever and is seen from its acceptance to its close', async () => {
    const { observer, facts, told } = bench();
    const server = new McpServer({ name: 'plain', version: '1' });
    server.registerTool('greet', { description: 'Says hello.' }, () => ({
      content: [{ type: 'text', text: 'hello' }],
    }));
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await server.connect(
      observeTransport(serverSide, { observer, connection_key: 'pair', close_reason: 'stdin_closed' }),
    );
    const client = new Client({ name: 'editor', version: '9' });
    await client.connect(clientSide);
    await client.listTools();
    const answer = await client.callTool({ name: 'greet', arguments: {} });
    expect(answer.content).toEqual([{ type: 'text', text: 'hello' }]);
    expect(statusOf(facts)).toMatchObject({
      status: 'active',
      evidence: 'used',
      tool_count: 1,
      client: { name: 'editor' },
    });
    await client.close();
    expect(told().map(({ type }) => type)).toEqual([
      'protocol-accepted',
      'tools-listed',
      'tool-called',
      'connection-closed',
    ]);
  });
});
