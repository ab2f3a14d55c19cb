import { createFrameObserver, type Observation, observeTransport } from '@mcp-witness/mcp-frames';
import { describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { buildServer } from '../../src/endpoint/tools/build-server.ts';

describe('a server of the second SDK on an observed transport', () => {
  it('is seen from its acceptance to its close', async () => {
    const facts: Observation[] = [];
    const observer = createFrameObserver({
      server_name: 'witness',
      ownCatalog: true,
      now: Date.now,
      newConnectionId: () => 'connection',
      onEvidence: (fact) => facts.push(fact),
    });
    const server = buildServer({
      server_name: 'witness',
      readReport: () => Promise.resolve(null),
      onProblem: () => undefined,
    });
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await server.connect(
      observeTransport(serverSide, { observer, connection_key: 'pair', close_reason: 'stdin_closed' }),
    );
    const client = new Client({ name: 'editor', version: '9' });
    await client.connect(clientSide);
    await client.listTools();
    await client.callTool({ name: 'session_mcp_report', arguments: {} });
    await client.close();
    expect(facts.map(({ type }) => type)).toEqual([
      'protocol-accepted',
      'tools-listed',
      'tool-called',
      'connection-closed',
    ]);
  });
});
