import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from '@jest/globals';
import type { ObservedEvent } from '@mcp-witness/observer';
import { anAttempt } from './support/attempt-token.ts';

const program = fileURLToPath(new URL('./support/stdio-server.mjs', import.meta.url));
const loader = fileURLToPath(new URL('../../../test/support/typescript.mjs', import.meta.url));
const { id, token } = anAttempt('mine');

/** What a child process whose server is observed wrote of one call. */
async function observed(
  form: string,
  isModern: boolean,
  env: Record<string, string> = {},
): Promise<ObservedEvent[]> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-observer-'));
  const child = {
    command: process.execPath,
    args: ['--conditions=@mcp-witness/source', '--import', loader, program, form, directory],
    env: { PATH: process.env.PATH ?? '', ...env },
  };
  const info = { name: 'agent', version: '3' };
  try {
    const client = isModern
      ? new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
      : new ClientV1(info);
    await client.connect(isModern ? new StdioV2(child) : new StdioV1(child));
    await client.callTool({ name: 'fail' });
    await client.close();
    const file = join(directory, `observed-${new Date().toISOString().slice(0, 10)}.ndjson`);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    return lines.map((line) => JSON.parse(line) as ObservedEvent);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

describe('a server over stdio', () => {
  it.each([
    ['SDK 1.x', 'first', false],
    ['SDK 2.x', 'second', false],
    ['serveStdio, in the older era', 'serve', false],
    ['serveStdio, in the newer era', 'serve', true],
    ['serveStdio with an observed transport, too', 'both', true],
  ])('of %s is seen once, as a session of its process', async (_form, form, isModern) => {
    const events = await observed(form, isModern);
    const calls = events.filter(({ kind }) => kind === 'call');
    expect(calls).toMatchObject([
      {
        name: 'fail',
        outcome: 'tool_error',
        transport: 'stdio',
        era: isModern ? 'modern' : 'legacy',
        client: { name: 'agent' },
        correlation: { rung: 'process' },
      },
    ]);
    const closed = isModern ? [] : [{ reason_code: 'stdin_closed' }];
    expect(events.filter(({ kind }) => kind === 'closed')).toMatchObject(closed);
  });

  it('knows its attempt by the environment', async () => {
    const [first] = await observed('first', false, { WITNESS_ATTEMPT: token });
    expect(first?.correlation).toEqual({
      rung: 'attempt_token',
      attachment_attempt_id: id,
      server_name: 'mine',
    });
  });
});
