import { describe, expect, it } from '@jest/globals';
import { legacyClient } from '../../libs/observer/test/support/http-clients.ts';
import { type Seen, withFastMcp } from './suite.mjs';

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
});
