import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHttpSentinels } from '../sentinels/http.mjs';
import { toolOf } from '../sentinels/server.mjs';
import { type Cli, installCli } from './clis.mjs';
import { openPlace } from './place.mjs';

const witness = fileURLToPath(new URL('../../../libs/cli/bin/witness.mjs', import.meta.url));
const sentinel = fileURLToPath(new URL('../sentinels/stdio.mjs', import.meta.url));
const turn = 'Say what this session has.';

/** Names of the third-party servers of the profile. */
export const thirdParties = ['notes', 'hub'] as const;

const wanted = [
  { server: 'witness', tool: 'session_mcp_report' },
  ...thirdParties.map((server) => ({ server, tool: toolOf(server) })),
];

/** A home and a project with files of a user, a model, two sentinels, and a CLI under `witness passthrough`. */
export interface CliStage {
  /** Starts the CLI with one prompt, in a process group of its own. */
  readonly start: (session: string) => ChildProcess;
  /** The same for a command that does nothing. */
  readonly startIdle: () => ChildProcess;
  /** Content of every file of the user's configuration. */
  readonly files: () => Promise<Readonly<Record<string, string>>>;
  /** Methods that each third party answered. */
  readonly answered: () => Promise<Readonly<Record<string, readonly string[]>>>;
}

/** Files that a user may have where the CLIs look for servers, beside those by which the CLI runs offline. */
const userFiles: Readonly<Record<string, string>> = {
  '.gemini/settings.json': '{\n  // mine\n  "mcpServers": { }\n}\r\n',
  '.mcp.json': '{ "mcpServers": {} }',
  '.cursor/mcp.json': '{ "mcpServers": {} }  ',
};

async function contents(folder: string, below: readonly string[]): Promise<Record<string, string>> {
  const found = below.map(async (path) => [
    path,
    await readFile(join(folder, path), 'base64').catch(() => ''),
  ]);
  return Object.fromEntries(await Promise.all(found)) as Record<string, string>;
}

const configurations = [
  '.codex/config.toml',
  '.gemini/settings.json',
  '.qwen/settings.json',
  '.config/opencode/opencode.json',
  '.copilot/mcp-config.json',
];

async function endGroup(child: ChildProcess): Promise<void> {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of it runs any more.
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

export async function withCliStage(
  cli: Cli,
  serviceUrl: string,
  use: (stage: CliStage) => Promise<void>,
): Promise<void> {
  const executable = await installCli(cli);
  const wantedTools = wanted.map(({ tool }) => tool);
  const more = { WITNESS_URL: serviceUrl };
  const { temp, home, cwd, env, clear } = await openPlace({ agents: [cli], wantedTools, turn, more });
  const log = join(temp, 'sentinels.jsonl');
  const http = await startHttpSentinels(log);
  for (const [path, text] of Object.entries(userFiles)) {
    await mkdir(join(cwd, path, '..'), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
  const profile = join(temp, 'profile.json');
  const notes = { type: 'stdio', command: process.execPath, args: [sentinel, 'notes', log], observed: true };
  const hub = { type: 'http', url: http.urlOf('hub', 'mcp') };
  const servers = [
    { name: 'notes', ...notes },
    { name: 'hub', ...hub },
  ];
  await writeFile(profile, JSON.stringify({ version: 1, servers }));
  const started: ChildProcess[] = [];
  const start = (words: readonly string[], command: readonly string[]): ChildProcess => {
    const args = [witness, 'passthrough', cli.name, ...words, '--', ...command];
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    started.push(child);
    return child;
  };
  try {
    await use({
      start: (session) =>
        start(['--profile', profile, '--session', session], [executable, ...cli.args(turn, wanted)]),
      startIdle: () => start([], ['true']),
      files: async () => ({
        ...(await contents(home, configurations)),
        ...Object.fromEntries(
          Object.entries(await contents(cwd, [...Object.keys(userFiles), 'opencode.json'])).map(
            ([path, text]) => [`project/${path}`, text],
          ),
        ),
        left: (
          await readdir(join(home, '.local/state/witness/passthrough'), { recursive: true }).catch(() => [])
        )
          .filter((name) => !['files', 'runs'].includes(name))
          .join(),
      }),
      async answered() {
        const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean);
        const notesOf = lines.map((line) => JSON.parse(line) as { server: string; method?: string });
        return Object.fromEntries(
          thirdParties.map((name) => [
            name,
            notesOf.flatMap(({ server, method }) =>
              server === name && method !== undefined ? [method] : [],
            ),
          ]),
        );
      },
    });
  } finally {
    for (const child of started) await endGroup(child);
    await http.close();
    await clear();
  }
}
