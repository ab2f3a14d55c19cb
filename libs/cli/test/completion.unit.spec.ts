import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { witness } from './terminal.ts';

const script = async (shell: string): Promise<string> => (await witness(['completion', shell])).out;

/** What bash offers for the words, the last of which is being typed. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const line = ['witness', ...words];
  const probe = `${await script('bash')}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${line.length - 1}
_witness; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', probe], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('witness completion', () => {
  it('completes commands, those below them, options and known values in bash', async () => {
    expect(await offered('wa')).toEqual(['wait']);
    expect(await offered('audit', 'verify')).toEqual(['verify', 'verify-export']);
    expect(await offered('wait', 's-1', '--un')).toEqual(['--until']);
    expect(await offered('wait', 's-1', '--until', 'tools')).toEqual(['tools-listed']);
    expect(await offered('audit', 'replay', 's-1', '--at')).toEqual(['--at-time', '--at-position']);
    expect(await offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it('leaves values that it does not know, and the command of an agent, to the shell', async () => {
    expect(await offered('run', '--profile', '')).toEqual([]);
    expect(await offered('run', '--', 'wa')).toEqual([]);
  });

  it('writes for zsh the same, and for fish one line for each command and option', async () => {
    expect(await script('zsh')).toContain(`bashcompinit\n${await script('bash')}`);
    const fish = await script('fish');
    expect(fish).toContain("-n '__fish_seen_subcommand_from wait' -l until -x -a 'configured delivered");
    expect(fish).toMatch(
      /^complete -c witness -n '__fish_seen_subcommand_from audit; and not .* -f -a replay /m,
    );
    expect(fish.split('\n').filter((line) => !line.startsWith('complete -c witness -n '))).toEqual(['']);
  });

  it('gives the script as JSON, and knows no other shells', async () => {
    const { out } = await witness(['completion', 'bash', '--json']);
    expect(JSON.parse(out)).toEqual({ shell: 'bash', script: (await script('bash')).trimEnd() });
    expect((await witness(['completion', 'tcsh'])).code).toBe(2);
  });
});
