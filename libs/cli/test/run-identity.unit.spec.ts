import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Ran, witness } from './terminal.ts';

const call = '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}\n';

interface Told extends Ran {
  /** Whose the attempts are that the spool holds. */
  readonly ids: readonly unknown[];
  /** Variables of ours that the command was given; null: it was not started. */
  readonly given: readonly string[] | null;
}

async function idsIn(spool: string): Promise<unknown[]> {
  const files = await readdir(spool).catch(() => []);
  const texts = await Promise.all(files.map((name) => readFile(join(spool, name), 'utf8')));
  return texts.flatMap((text) =>
    text.split('\n').flatMap((line) => {
      if (!line.includes('"attempt-started"')) return [];
      const { data } = JSON.parse(line.slice(line.indexOf('{'))) as { data: Record<string, unknown> };
      return [[data.session_id, data.task_id ?? null]];
    }),
  );
}

const commands = { run: ['run'], passthrough: ['passthrough', 'qwen'] };
/** An agent lives as long as its input; a CLI has that of the process, which may never end. */
const stays = { run: 'process.stdin.resume()', passthrough: '' };

/** Runs a command that notes which variables it has, with its evidence kept on disk. */
async function told(
  how: keyof typeof commands,
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Told> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-identity-'));
  try {
    const note = join(directory, 'given');
    const names = 'Object.keys(process.env).filter((name) => /^WITNESS_(SESSION|TASK)$/.test(name))';
    const script = `require('node:fs').writeFileSync(${JSON.stringify(note)}, JSON.stringify(${names}))`;
    const command = ['--', process.execPath, '-e', `${script}; ${stays[how]}`];
    const ran = await witness([...commands[how], ...flags, ...command], {
      environment: { ...environment, WITNESS_STATE_DIR: directory },
      input: call,
    });
    const given = JSON.parse(await readFile(note, 'utf8').catch(() => 'null')) as Told['given'];
    return { ...ran, given, ids: await idsIn(join(directory, 'spool')) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

describe.each(['run', 'passthrough'] as const)('session and task of witness %s', (how) => {
  it('are those of WITNESS_SESSION and WITNESS_TASK, of which the command gets neither', async () => {
    const { ids, given, err } = await told(how, [], { WITNESS_SESSION: 's-env', WITNESS_TASK: 't-env' });
    expect({ ids, given }).toEqual({ ids: [['s-env', 't-env']], given: [] });
    expect(err).not.toContain('printable');
  });

  it('are those of the flags where there are both, whatever the variables hold', async () => {
    const environment = { WITNESS_SESSION: 's-env\n', WITNESS_TASK: 't-env' };
    const { ids, given } = await told(how, ['--session', 's-flag', '--task', 't-flag'], environment);
    expect({ ids, given }).toEqual({ ids: [['s-flag', 't-flag']], given: [] });
  });

  it('are a new one and none where the variables are empty', async () => {
    const { ids } = await told(how, [], { WITNESS_SESSION: '', WITNESS_TASK: '' });
    expect(ids).toEqual([[expect.stringMatching(/^[0-9a-f-]{36}$/), null]]);
  });

  it('have both ways told by the help', async () => {
    const { out } = await witness([...commands[how], '--help']);
    for (const name of ['--session', 'WITNESS_SESSION', '--task', 'WITNESS_TASK'])
      expect(out).toContain(name);
  });

  it.each([
    ['WITNESS_SESSION', [], { WITNESS_SESSION: 'a\nb' }],
    ['WITNESS_TASK', [], { WITNESS_TASK: 'x'.repeat(201) }],
    ['--session', ['--session', ''], { WITNESS_SESSION: 's-env' }],
    ['--task', ['--task', 'a\u0007b'], {}],
  ] as const)('are refused before the command starts where %s is no id', async (name, flags, environment) => {
    const { code, err, given, ids } = await told(how, flags, environment);
    expect({ code, given, ids }).toEqual({ code: 2, given: null, ids: [] });
    expect(err).toBe(`witness: ${name} takes 1 to 200 printable characters\n`);
  });
});
