import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { HttpEntry, StdioEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';
import { askingClients, type Journey, journey } from './support/asking-client.mjs';
import { askingServers } from './support/asking-http.ts';
import { firstSseTransport, secondSseTransport } from './support/legacy-sse.mjs';
import { withListener } from './support/listen.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

const program = fileURLToPath(new URL('./support/asking-server.mjs', import.meta.url));

/** What servers of the SDKs take in one message stops at 4 MiB; a character here has two bytes. */
const large = 1_800_000;

type ClientName = keyof typeof askingClients;

const isFirst = (client: ClientName): boolean => client === 'the first SDK';

const go = (client: ClientName, transport: unknown): Promise<Journey> =>
  journey(askingClients[client], transport, large);

const overStdio = (client: ClientName, { command, args, env }: StdioEntry): Promise<Journey> => {
  const given = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const parameters = { command, args: [...args], env: given, stderr: 'ignore' as const };
  return go(client, isFirst(client) ? new FirstStdio(parameters) : new StdioClientTransport(parameters));
};

const overHttp = (client: ClientName, address: string): Promise<Journey> => {
  const url = new URL(address);
  return go(client, isFirst(client) ? new FirstHttp(url) : new StreamableHTTPClientTransport(url));
};

const overSse = (client: ClientName, address: string): Promise<Journey> => {
  const url = new URL(address);
  return go(client, isFirst(client) ? firstSseTransport(url) : secondSseTransport(url));
};

/** That the journey went by all that it is for, so that two of them that are equal say something. */
function expectAll({ told }: Journey, modern: boolean): void {
  const kinds = told.map(([kind]) => kind);
  const subscription = modern
    ? ['honoured', 'notifications/resources/updated', 'subscription']
    : ['notifications/resources/updated'];
  const asked = ['roots/list', 'sampling/createMessage', 'elicitation/create', 'asked'];
  const steps = ['progress', 'progress', 'progress', 'steps'];
  expect(kinds).toEqual(['tools', ...subscription, ...asked, ...steps, 'wait', 'server', 'large']);
  expect(told.slice(-2)).toEqual([
    ['server', 'cancelled'],
    ['large', true],
  ]);
}

/** Of everything that went by, the calls are told, each once, with what became of it. */
async function expectSeen(fronting: Fronting, { calls }: Journey, modern: boolean): Promise<void> {
  await until('every call', () => fronting.of('tool-called').length >= calls || undefined);
  expect(fronting.of('protocol-accepted')).toMatchObject([{ era: modern ? 'modern' : 'legacy' }]);
  const told = fronting.of('tool-called');
  expect(told).toHaveLength(calls);
  expect(told.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'ok')).toEqual(['cancelled']);
  expect(told.map(({ round_trips }) => round_trips).filter((rounds) => rounds !== 1)).toEqual(
    modern ? [3] : [],
  );
  const types = new Set(fronting.types());
  types.delete('connection-closed');
  expect([...types].sort()).toEqual(['protocol-accepted', 'tool-called', 'tools-listed']);
  expect(fronting.of('tools-listed')).toMatchObject([
    { tool_count: 4, pages: 1, complete: false },
    { tool_count: 7, pages: 2, complete: true },
  ]);
  expect(JSON.stringify(fronting.seen)).not.toMatch(/Ada|Six times|note:|step|file:|ää/);
}

describe('pages, subscriptions, questions to the client, progress, cancellation and large frames', () => {
  it.each([
    ['1', 'the first SDK'],
    ['2', 'the second SDK, legacy'],
    ['2', 'the second SDK, modern'],
  ] as const)('(stdio, server of SDK %s) are for %s what they are without a front', async (sdk, client) => {
    const entry = { name: 'asking', command: process.execPath, args: [program, sdk], env: [] };
    const modern = client.endsWith('modern');
    const alone = await overStdio(client, entry);
    expectAll(alone, modern);
    await withFronts(async (fronting) => {
      const behind = await overStdio(client, fronting.fronts.add('attempt', entry) as StdioEntry);
      expect(behind.told).toEqual(alone.told);
      await expectSeen(fronting, behind, modern);
    });
  });

  it.each([
    ['first SDK', 'the first SDK', overHttp],
    ['second SDK', 'the second SDK, legacy', overHttp],
    ['second SDK, modern', 'the second SDK, modern', overHttp],
    ['first SDK over SSE', 'the first SDK', overSse],
    ['first SDK over SSE', 'the second SDK, legacy', overSse],
  ] as const)('(HTTP, %s) are for %s what they are without a front', async (server, client, over) => {
    const modern = client.endsWith('modern');
    const path = over === overSse ? '/api/sse' : '/api/mcp';
    const type = over === overSse ? 'sse' : 'http';
    let alone: Journey | undefined;
    await withListener(askingServers[server](), async (origin) => {
      alone = await over(client, `${origin}${path}`);
      expectAll(alone, modern);
    });
    await withListener(askingServers[server](), async (origin) => {
      await withFronts(async (fronting) => {
        const entry = { type, name: 'asking', url: `${origin}${path}`, headers: [] } as const;
        const behind = await over(client, (fronting.fronts.add('attempt', entry) as HttpEntry).url);
        expect(behind.told).toEqual(alone?.told);
        await expectSeen(fronting, behind, modern);
      });
    });
  });
});
