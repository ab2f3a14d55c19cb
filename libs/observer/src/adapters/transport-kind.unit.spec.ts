import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { StdioServerTransport as StdioV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/server';
import { StdioServerTransport as StdioV2 } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from '@jest/globals';
import { highV2 } from '../../test/support/servers.ts';
import { sseServerTransport } from '../../test/support/sse.mjs';
import { transportKind } from './transport-kind.ts';

const streams = (): [PassThrough, PassThrough] => [new PassThrough(), new PassThrough()];
const session = { sessionIdGenerator: randomUUID };

const nothing = (): void => undefined;

class StdioServerTransport {
  readonly name = 'stdio';
}

/** One of somebody's own, which hands messages on. */
class SocketTransport {
  constructor(readonly socket: PassThrough) {}
  start = nothing;
  send = nothing;
  close = nothing;
  handleMessage = nothing;
}

/** A request and the response to it, as they come to a listener. */
function exchange(): { req: IncomingMessage; res: ServerResponse } {
  const req = new IncomingMessage(new Socket());
  return { req, res: new ServerResponse(req) };
}

/** As a tool that makes bundles small leaves it. */
function unnamed<T extends object>(transport: T): T {
  Object.defineProperty(transport.constructor, 'name', { value: 'a', configurable: true });
  return transport;
}

describe('the kind of a transport', () => {
  it.each<[string, object, string]>([
    ['Streamable HTTP of SDK 1.x', new StreamableHTTPServerTransport(session), 'http'],
    ['Streamable HTTP of SDK 2.x', new NodeStreamableHTTPServerTransport(session), 'http'],
    ['SSE of SDK 1.x', sseServerTransport('/messages', {} as never), 'sse'],
    ['stdio of SDK 1.x', new StdioV1(...streams()), 'stdio'],
    ['stdio of SDK 2.x', new StdioV2(...streams()), 'stdio'],
    ['memory of SDK 1.x', MemoryV1.createLinkedPair()[0], 'memory'],
    ['memory of SDK 2.x', MemoryV2.createLinkedPair()[0], 'memory'],
  ])('is known without its name: %s', (_, transport, kind) => {
    expect(transportKind(unnamed(transport)).kind).toBe(kind);
  });

  it('is known of one that SDK 2.x makes for one request', async () => {
    const kinds: string[] = [];
    const handler = createMcpHandler(() => {
      const server = highV2();
      const connect = server.connect.bind(server);
      server.connect = (transport) => {
        kinds.push(transportKind(unnamed(transport)).kind);
        return connect(transport);
      };
      return server;
    });
    const fetchFrom = (url: string | URL, init?: RequestInit): Promise<Response> =>
      handler.fetch(new Request(url, init));
    const client = new Client(
      { name: 'agent', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch: fetchFrom }),
    );
    await client.listTools();
    await client.close();
    expect(new Set(kinds)).toEqual(new Set(['http']));
  });

  it('is that of the transport behind it, and its input that one’s', () => {
    const [input, output] = streams();
    const channel = { wire: new StdioV2(input, output), start: nothing, send: nothing, close: nothing };
    expect(transportKind(channel)).toEqual({ kind: 'stdio', input });
  });

  it.each<[string, object]>([
    ['one that is called so alone', new StdioServerTransport()],
    ['one of a single socket', { socket: new PassThrough() }],
    ['one of a single socket that handles messages', new SocketTransport(new PassThrough())],
    ['one of an HTTP request and its response', exchange()],
    ['one of an HTTP request and another stream', { req: exchange().req, out: new PassThrough() }],
    ['one that parses a request for its response', { parser: new PassThrough(), res: exchange().res }],
    [
      'one that cannot be read',
      {
        get stream() {
          throw new Error('boom');
        },
      },
    ],
  ])('is unknown for %s', (_, transport) => {
    expect(transportKind(transport)).toEqual({ kind: 'unknown', input: null });
  });
});
