import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Ran, witness } from './terminal.ts';

/** An agent that says what it got. */
const echo = 'process.stdin.pipe(process.stdout)';

/** Runs an agent with a profile of this text; null: no such file. */
async function withProfile(
  text: string | null,
  check: (ran: Ran, file: string) => void,
  input = '',
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-profile-'));
  try {
    const file = join(directory, 'profile.json');
    if (text !== null) await writeFile(file, text);
    const environment = { WITNESS_STATE_DIR: directory };
    const args = ['run', '--profile', file, '--', process.execPath, '-e', echo];
    check(await witness(args, { environment, input }), file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const call = (servers: object[]): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { mcpServers: servers } })}\n`;

describe('witness run --profile', () => {
  it('hands the servers of the profile to the agent', async () => {
    const server = { name: 'files', type: 'stdio', command: process.execPath };
    const text = `\uFEFF${JSON.stringify({ version: 1, servers: [server], built_in_tools: false })}`;
    const added = { name: 'files', command: process.execPath, args: [], env: [] };
    await withProfile(
      text,
      ({ code, out, err }) => {
        expect([code, err]).toEqual([0, '']);
        expect(out).toBe(call([added]));
      },
      call([]),
    );
  });

  it('stops with every fault told, before the agent starts', async () => {
    const text = JSON.stringify({
      version: 2,
      servers: [{ name: 'x', type: 'stdio', env: { A: 'hunter2-${env:' } }],
      'bad\u001b[2J': 1,
    });
    await withProfile(
      text,
      ({ code, out, err }) => {
        expect([code, out]).toEqual([2, '']);
        expect(err.split('\n').slice(1)).toEqual([
          expect.stringContaining('  /bad\\u{001b}[2J is not known'),
          '  /version must be 1',
          '  /servers/0/command is required',
          expect.stringContaining('  /servers/0/env/A holds'),
          '',
        ]);
        expect(err).not.toContain('hunter2');
        expect(err).not.toContain('\u001b');
      },
      'never echoed\n',
    );
  });

  it.each([
    ['not there', null, 'there is no such file'],
    ['no JSON', '{"version": 1', 'it is not JSON'],
    ['huge', ' '.repeat(1024 * 1024 + 1), 'larger than 1 MiB'],
  ])('stops where the file is %s', async (_, text, reason) => {
    await withProfile(text, ({ code, out, err }, file) => {
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(JSON.stringify(file));
      expect(err).toContain(reason);
    });
  });
});
