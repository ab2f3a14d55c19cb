import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { StdioEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

const server = fileURLToPath(new URL('./support/notes-server.mjs', import.meta.url));

const entryOf = (...args: string[]): StdioEntry => ({
  name: 'notes',
  command: process.execPath,
  args: [server, ...args],
  env: [{ name: 'NOTES_KEY', value: 'open-sesame-77' }],
});

const parametersOf = ({ command, args, env }: StdioEntry) => ({
  command,
  args: [...args],
  env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
  stderr: 'ignore' as const,
});

interface ToolClient {
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const clients = {
  'the first SDK': async (entry: StdioEntry): Promise<ToolClient> => {
    const client = new FirstClient({ name: 'editor', version: '9' });
    await client.connect(new FirstTransport(parametersOf(entry)));
    return client;
  },
  'the second SDK, legacy': async (entry: StdioEntry): Promise<ToolClient> => {
    const client = new Client({ name: 'editor', version: '9' });
    await client.connect(new StdioClientTransport(parametersOf(entry)));
    return client;
  },
  'the second SDK, modern': async (entry: StdioEntry): Promise<ToolClient> => {
    const client = new Client({ name: 'editor', version: '9' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport(parametersOf(entry)));
    return client;
  },
};

async function session(client: ToolClient): Promise<unknown> {
  const { tools } = await client.listTools();
  const answer = await client.callTool({ name: 'count', arguments: { secret: 'hunter2-hunter2' } });
  await client.close();
  return { tools, answer };
}

const front = ({ fronts }: Fronting, ...args: string[]): StdioEntry =>
  fronts.add('attempt', entryOf(...args)) as StdioEntry;

describe.each(['1', '2'])('a stdio server of SDK %s behind a front', (sdk) => {
  it.each(Object.entries(clients))('serves %s as it does without, and is seen', async (how, connect) => {
    const alone = await session(await connect(entryOf(sdk)));
    await withFronts(async (fronting) => {
      expect(await session(await connect(front(fronting, sdk)))).toEqual(alone);
      const modern = sdk === '2' && how.endsWith('modern');
      const types = ['protocol-accepted', 'tools-listed', 'tool-called'];
      await until('the end', () =>
        modern || fronting.types().includes('connection-closed') ? true : undefined,
      );
      expect(fronting.types()).toEqual(modern ? types : [...types, 'connection-closed']);
      expect(
        fronting.seen.every(({ witness, attempt_id }) => witness === 'front' && attempt_id === 'attempt'),
      ).toBe(true);
      expect(fronting.of('protocol-accepted')).toMatchObject([
        { era: modern ? 'modern' : 'legacy', client: { name: 'editor', version: '9' } },
      ]);
      expect(fronting.of('tools-listed')).toMatchObject([
        { tool_count: 4, complete: true, catalog_digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ]);
      expect(fronting.of('tool-called')).toMatchObject([{ outcome: 'ok', tool_name: null }]);
      expect(fronting.of('connection-closed').map(({ reason_code }) => reason_code)).toEqual(
        modern ? [] : ['stdin_closed'],
      );
      expect(JSON.stringify(fronting.seen)).not.toMatch(/hunter2|open-sesame|three|"count"/);
    });
  });
});
