import { describe, expect, it } from '@jest/globals';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connect, type Mode, withEndpoint } from './support/with-endpoint.ts';

const names = ['session_mcp_report', 'session_mcp_server', 'report_mcp_problem'];
const add = { server_name: 'witness' };

describe('a client of 2026-07-28', () => {
  it.each<[string, Mode]>([
    ['that probes', 'auto'],
    ['that is pinned to it', { pin: '2026-07-28' }],
  ])('%s lists and calls without a connection', async (_how, mode) => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const { client } = await connect(endpoint.addAttempt('a', add).url, mode, 'copilot-cli');
      const { tools } = await client.listTools();
      await client.callTool({ name: 'session_mcp_report', arguments: {} });
      await client.close();
      expect(tools.map(({ name }) => name)).toEqual(names);
      expect(seen).toMatchObject([
        {
          type: 'protocol-accepted',
          data: {
            era: 'modern',
            protocol_version: '2026-07-28',
            client: { name: 'copilot-cli', version: '1.2.3' },
          },
        },
        { type: 'tools-listed', data: { tool_count: 3, pages: 1, complete: true, connection_id: null } },
        {
          type: 'tool-called',
          data: { outcome: 'ok', tool_name: 'session_mcp_report', connection_id: null },
        },
      ]);
    });
  });

  it('is told not to keep lists, and that they never change', async () => {
    await withEndpoint(async ({ endpoint }) => {
      const { client } = await connect(endpoint.addAttempt('a', add).url, 'auto');
      expect(await client.listTools()).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
      expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
      await client.close();
    });
  });
});

describe('a client of an earlier protocol', () => {
  it('has a connection from initialize to DELETE, and another one when it comes back', async () => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const { url } = endpoint.addAttempt('a', add);
      for (let turn = 0; turn < 2; turn += 1) {
        const { client, transport } = await connect(url, 'legacy', 'opencode');
        await client.listTools();
        await client.callTool({ name: 'session_mcp_report', arguments: {} });
        await transport.terminateSession();
        await client.close();
      }
      const connections = seen.map(({ data }) => 'connection_id' in data && data.connection_id);
      const [first, , , , second] = connections;
      expect(connections).toEqual([...Array<unknown>(4).fill(first), ...Array<unknown>(4).fill(second)]);
      expect(first).not.toBe(second);
      expect(seen.slice(0, 4)).toMatchObject([
        { type: 'protocol-accepted', data: { era: 'legacy', client: { name: 'opencode' } } },
        { type: 'tools-listed', data: { tool_count: 3, complete: true } },
        { type: 'tool-called', data: { outcome: 'ok' } },
        { type: 'connection-closed', data: { reason_code: 'client_deleted' } },
      ]);
    });
  });

  it('on the first SDK does the same', async () => {
    await withEndpoint(async ({ endpoint, seen, types }) => {
      const { url } = endpoint.addAttempt('a', add);
      const client = new FirstClient({ name: 'codex', version: '0.166.0' });
      const transport = new FirstTransport(new URL(url));
      await client.connect(transport);
      const { tools } = await client.listTools();
      await client.callTool({ name: 'session_mcp_server', arguments: { server: 'x' } });
      await transport.terminateSession();
      await client.close();
      expect(tools.map(({ name }) => name)).toEqual(names);
      expect(types()).toEqual(['protocol-accepted', 'tools-listed', 'tool-called', 'connection-closed']);
      expect(JSON.stringify(seen)).not.toContain(transport.sessionId ?? 'no session');
    });
  });

  it('that goes without a word is still connected', async () => {
    await withEndpoint(async ({ endpoint, types }) => {
      const { client } = await connect(endpoint.addAttempt('a', add).url, 'legacy');
      await client.close();
      expect(types()).toEqual(['protocol-accepted']);
    });
  });
});

describe('several clients at once', () => {
  it('of both protocols are served and told apart', async () => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const { url } = endpoint.addAttempt('a', add);
      const modes: Mode[] = ['auto', 'legacy', 'auto', 'legacy'];
      await Promise.all(
        modes.map(async (mode, index) => {
          const { client } = await connect(url, mode, `client-${index}`);
          await client.listTools();
          const call = { name: 'session_mcp_report', arguments: {} };
          await Promise.all([client.callTool(call), client.callTool(call), client.callTool(call)]);
          await client.close();
        }),
      );
      const of = (type: string) => seen.filter((one) => one.type === type);
      expect(of('tool-called')).toHaveLength(12);
      expect(of('tools-listed').every(({ data }) => 'tool_count' in data && data.tool_count === 3)).toBe(
        true,
      );
      const opened = of('protocol-accepted').map(({ data }) =>
        'connection_id' in data ? data.connection_id : null,
      );
      expect(new Set(opened.filter((id) => id !== null)).size).toBe(2);
      const clients = of('protocol-accepted').map(({ data }) =>
        'client' in data ? data.client?.name : null,
      );
      expect(clients.sort()).toEqual(['client-0', 'client-1', 'client-2', 'client-3']);
    });
  });
});

describe('an attempt', () => {
  it('has an address of its own that nobody can guess, and keeps it', async () => {
    await withEndpoint(({ endpoint }) => {
      const first = endpoint.addAttempt('first', add);
      const second = endpoint.addAttempt('second', add);
      expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s\/[\w-]{43}\/mcp$/);
      expect(second.url).not.toBe(first.url);
      expect(endpoint.addAttempt('first', add)).toEqual(first);
      return Promise.resolve();
    });
  });

  it('keeps what comes on its address, whatever attempt came after it', async () => {
    await withEndpoint(async ({ endpoint, types }) => {
      const { client } = await connect(endpoint.addAttempt('old', add).url, 'legacy');
      endpoint.addAttempt('new', add);
      await client.listTools();
      await client.callTool({ name: 'session_mcp_report', arguments: {} });
      await client.close();
      expect([types('old'), types('new')]).toEqual([
        ['protocol-accepted', 'tools-listed', 'tool-called'],
        [],
      ]);
    });
  });

  it('that ends closes its connections and its address, and no other', async () => {
    await withEndpoint(async ({ endpoint, seen, types }) => {
      const old = endpoint.addAttempt('old', add);
      const { client } = await connect(old.url, 'legacy');
      const other = await connect(endpoint.addAttempt('other', add).url, 'legacy');
      await endpoint.endAttempt('old');
      await endpoint.endAttempt('old');
      expect(types('old')).toEqual(['protocol-accepted', 'connection-closed']);
      expect(seen.at(-1)?.data).toMatchObject({ reason_code: 'endpoint_closed' });
      await expect(client.listTools()).rejects.toThrow();
      await expect(other.client.listTools()).resolves.toMatchObject({ tools: { length: 3 } });
      expect((await fetch(old.url, { method: 'POST', body: '{}' })).status).toBe(404);
      await client.close();
      await other.client.close();
    });
  });
});
