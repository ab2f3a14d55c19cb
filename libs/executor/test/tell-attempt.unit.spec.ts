import { describe, expect, it } from '@jest/globals';
import type { EvidenceOf } from '@mcp-witness/evidence';
import { readAttemptToken } from '@mcp-witness/mcp-frames';
import { readProfile } from '../src/profile/validate.ts';
import { type Message, withRun } from './run.ts';

interface Pair {
  readonly name: string;
  readonly value: string;
}

const http = (name: string, headers: readonly Pair[] = []): Message => ({
  type: 'http',
  name,
  url: 'http://127.0.0.1:9/mcp',
  headers,
});
const stdio = (name: string): Message => ({ name, command: process.execPath, args: [], env: [] });

const document = {
  version: 1,
  built_in_tools: false,
  servers: [
    { name: 'mine', type: 'stdio', command: process.execPath, tell_attempt: true },
    { name: 'fronted', type: 'http', url: 'http://127.0.0.1:9/mcp', tell_attempt: true, observed: true },
  ],
  rules: [{ match: 'their*', tell_attempt: true }],
};

describe('a server that is to be told its attempt', () => {
  it('gets a token of the attempt and its own name there, and no other server gets one', async () => {
    const reading = readProfile(document);
    if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
    await withRun({ profile: reading.profile, inject: true }, async (run) => {
      const old = { name: 'Witness-Attempt', value: 'of-another-relay' };
      const key = { name: 'x-key', value: 'k' };
      const mcpServers = [http('theirs ü', [old, key]), stdio('their stdio'), http('plain')];
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers });
      const { result } = await run.ask(2, 'test/servers');
      const [theirs, local, plain, mine, fronted] = result as readonly {
        headers: readonly Pair[];
        env: readonly Pair[];
      }[];
      run.endInput();
      await run.exit;
      const { events } = run.service;
      const attempt = events[0]!.attachment_attempt_id;
      const token = (pairs: readonly Pair[] | undefined): unknown => readAttemptToken(pairs?.at(-1)?.value);
      expect(theirs?.headers).toEqual([key, { name: 'witness-attempt', value: expect.any(String) }]);
      expect(token(theirs?.headers)).toEqual({ attachment_attempt_id: attempt, server_name: 'theirs ü' });
      expect(local?.env).toMatchObject([{ name: 'WITNESS_ATTEMPT' }]);
      expect(token(local?.env)).toEqual({ attachment_attempt_id: attempt, server_name: 'their stdio' });
      expect(token(mine?.env)).toEqual({ attachment_attempt_id: attempt, server_name: 'mine' });
      expect(plain).toEqual(http('plain'));
      expect(JSON.stringify(fronted)).not.toMatch(/witness-attempt/i);
      const resolved = events.filter(
        (event): event is EvidenceOf<'server-resolved'> => event.type === 'server-resolved',
      );
      expect(Object.fromEntries(resolved.map(({ data }) => [data.server_name, data.observed]))).toEqual({
        'theirs ü': true,
        'their stdio': true,
        plain: false,
        mine: true,
        fronted: true,
      });
      expect(JSON.stringify(events)).not.toContain('v2.');
    });
  });
});
