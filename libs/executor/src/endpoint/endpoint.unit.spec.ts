import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Endpoint, EndpointEvidence } from './index.ts';
import { startEndpoint } from './index.ts';

let endpoint: Endpoint;
let seen: EndpointEvidence[];

beforeEach(async () => {
  seen = [];
  endpoint = await startEndpoint({
    onEvidence: (_attempt_id, evidence) => seen.push(evidence),
    readReport: () => Promise.resolve(null),
  });
});
afterEach(() => endpoint.close());

describe('the in-session endpoint', () => {
  it.each(['auto', 'legacy'] as const)('serves a client that opens in mode %s', async (mode) => {
    const { url } = endpoint.addAttempt('attempt', { server_name: 'witness' });
    const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await client.listTools();
    await client.callTool({ name: 'session_mcp_report', arguments: {} });
    await client.close();
    expect(seen.map(({ type }) => type)).toEqual(['protocol-accepted', 'tools-listed', 'tool-called']);
  });
});
