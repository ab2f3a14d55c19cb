import { describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { HttpEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';
import { firstSseTransport, secondSseTransport } from './support/legacy-sse.mjs';
import { withListener } from './support/listen.ts';
import { notesServers } from './support/notes-http.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

interface ToolClient {
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

type Connect = (url: string, sse: boolean) => Promise<ToolClient>;

const info = { name: 'editor', version: '9' };
const second =
  (mode: 'legacy' | 'auto'): Connect =>
  async (url, sse) => {
    const client = new Client(info, { versionNegotiation: { mode } });
    const at = new URL(url);
    await client.connect(sse ? secondSseTransport(at) : new StreamableHTTPClientTransport(at));
    return client;
  };

const firstClient: (url: string, sse: boolean) => Promise<FirstClient> = async (url, sse) => {
  const client = new FirstClient(info, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///home' }] }));
  await client.connect(sse ? firstSseTransport(new URL(url)) : new FirstHttp(new URL(url)));
  return client;
};

const clients: Record<string, Connect> = {
  'the first SDK': (url, sse) => firstClient(url, sse),
  'the second SDK, legacy': second('legacy'),
  'the second SDK, modern': second('auto'),
};

async function session(client: ToolClient): Promise<unknown> {
  const { tools } = await client.listTools();
  const answer = await client.callTool({ name: 'count', arguments: { secret: 'hunter2-hunter2' } });
  await client.close();
  return { tools, answer };
}

const entryOf = (url: string, sse: boolean): HttpEntry => ({
  type: sse ? 'sse' : 'http',
  name: 'notes',
  url: `${url}?key=open-sesame-77`,
  headers: [{ name: 'Authorization', value: 'Bearer open-sesame-77' }],
});

const front = ({ fronts }: Fronting, url: string, sse: boolean): HttpEntry =>
  fronts.add('attempt', entryOf(url, sse)) as HttpEntry;

const pairs = Object.keys(notesServers).flatMap((server) =>
  Object.keys(clients).map((client) => [server, client] as const),
);

describe('an HTTP server behind a front', () => {
  it.each(pairs)('(%s) serves %s as it does without, and is seen', async (server, client) => {
    const { path, listener } = notesServers[server]!();
    const sse = server === 'legacy SSE';
    await withListener(listener, async (origin) => {
      const alone = await session(await clients[client]!(`${origin}${path}`, sse));
      await withFronts(async (fronting) => {
        const delivered = front(fronting, `${origin}${path}`, sse);
        expect(JSON.stringify(delivered)).not.toMatch(/open-sesame|api/);
        expect(await session(await clients[client]!(delivered.url, sse))).toEqual(alone);
        const modern = server === 'second SDK, both eras' && client.endsWith('modern');
        await until('the call', () => (fronting.types().includes('tool-called') ? true : undefined));
        if (sse) await until('the end', () => fronting.types().includes('connection-closed') || undefined);
        expect(fronting.types().filter((type) => type !== 'protocol-refused')).toEqual([
          'protocol-accepted',
          'tools-listed',
          'tool-called',
          ...(sse ? ['connection-closed'] : []),
        ]);
        expect(fronting.types()).not.toContain('protocol-refused');
        expect(fronting.of('protocol-accepted')).toMatchObject([
          { era: modern ? 'modern' : 'legacy', client: info },
        ]);
        expect(fronting.of('tool-called')).toMatchObject([{ outcome: 'ok', tool_name: null }]);
        expect(fronting.of('connection-closed').map(({ reason_code }) => reason_code)).toEqual(
          sse ? ['stream_closed'] : [],
        );
        expect(JSON.stringify(fronting.seen)).not.toMatch(/hunter2|open-sesame|three|"count"/);
      });
    });
  });

  it.each(['first SDK, with sessions', 'legacy SSE'])(
    '(%s) asks its client, tells that its tools changed, and is closed by the end of the attempt',
    async (server) => {
      const { path, listener } = notesServers[server]!();
      const sse = server === 'legacy SSE';
      await withListener(listener, async (origin) => {
        await withFronts(async (fronting) => {
          const { url } = front(fronting, `${origin}${path}`, sse);
          const client = await firstClient(url, sse);
          const answer = await client.callTool({ name: 'ask', arguments: {} });
          expect(answer.content).toEqual([{ type: 'text', text: 'file:///home' }]);
          await client.callTool({ name: 'more', arguments: {} });
          await until('the notice', () => fronting.types().includes('tools-changed') || undefined);
          await fronting.fronts.end('attempt');
          const connection_id = fronting.of('protocol-accepted')[0]?.connection_id;
          expect(fronting.seen.at(-1)).toMatchObject({
            type: 'connection-closed',
            data: { connection_id, reason_code: 'endpoint_closed' },
          });
          await client.close();
          expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(404);
        });
      });
    },
  );

  it('tells each connection of a storm, and its end by the client', async () => {
    const { path, listener } = notesServers['first SDK, with sessions']!();
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        const { url } = front(fronting, `${origin}${path}`, false);
        for (let turn = 0; turn < 20; turn += 1) {
          const client = new Client(info);
          const transport = new StreamableHTTPClientTransport(new URL(url));
          await client.connect(transport);
          await transport.terminateSession();
          await client.close();
        }
        const opened = fronting.of('protocol-accepted').map(({ connection_id }) => connection_id);
        expect(new Set(opened).size).toBe(20);
        expect(fronting.of('connection-closed')).toEqual(
          opened.map((connection_id) => ({
            server_name: 'notes',
            connection_id,
            reason_code: 'client_deleted',
          })),
        );
      });
    });
  });
});
