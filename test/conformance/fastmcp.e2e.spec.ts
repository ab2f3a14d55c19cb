import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from '@jest/globals';
import { legacyClient } from '../../libs/observer/test/support/http-clients.ts';
import { fastMcpStdio, type Seen, withFastMcp } from './suite.mjs';

/** Told over a channel of its own, so a little after the answer. */
async function until(seen: readonly Seen[], kind: string, count: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (seen.filter((one) => one.kind === kind).length < count && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a server of the npm package fastmcp', () => {
  it('is observed, each of its sessions apart', async () => {
    await withFastMcp('4.20.16', async (url, seen) => {
      for (const name of ['one', 'other']) {
        const { client } = await legacyClient(url, {}, name);
        await client.listTools();
        await client.callTool({ name: 'find' });
        await client.close();
      }
      await until(seen, 'call', 2);
      const calls = seen.filter(({ kind }) => kind === 'call');
      expect(calls).toMatchObject([
        { name: 'find', outcome: 'ok', client: { name: 'one' }, rung: 'transport_session' },
        { name: 'find', outcome: 'ok', client: { name: 'other' }, rung: 'transport_session' },
      ]);
      expect(seen.filter(({ kind }) => kind === 'list')).toHaveLength(2);
    });
  });

  it('is observed over stdio, as a session of its process', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'witness-fastmcp-'));
    const file = join(directory, 'seen');
    const read = async (): Promise<readonly Seen[]> =>
      (await readFile(file, 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Seen);
    try {
      const client = new Client({ name: 'agent', version: '3' });
      await client.connect(new StdioClientTransport(await fastMcpStdio('4.20.16', file)));
      // It says that a client is connected some time after it began to answer it; what came before is not seen.
      const deadline = Date.now() + 60_000;
      const isSeen = async (kind: string): Promise<boolean> => {
        if (Date.now() > deadline) throw new Error(`No ${kind} was seen.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return (await read()).some((one) => one.kind === kind);
      };
      while (!(await isSeen('call'))) {
        const { content } = await client.callTool({ name: 'find' });
        expect(content).toEqual([{ type: 'text', text: 'found' }]);
      }
      await client.listTools();
      while (!(await isSeen('list')));
      await client.close();
      for (const kind of ['list', 'call'])
        expect((await read()).find((one) => one.kind === kind)).toMatchObject({
          outcome: 'ok',
          client: { name: 'agent' },
          rung: 'process',
          transport: 'stdio',
        });
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
