import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = [
  '--conditions=@mcp-witness/source',
  '--import',
  join(root, 'test/support/typescript.mjs'),
  join(root, 'libs/cli/src/main.ts'),
];

const secret = 'a-made-up-secret';
const server = { name: 'hub', type: 'http', url: 'http://127.0.0.1:9/mcp', headers: { 'X-Key': secret } };
const original = '{\n  "mcpServers": {\n    "mine": { "command": "nowhere" }\n  }\n}\n';

/** Everything below a directory, with what files hold and when they were last written. */
async function treeOf(directory: string): Promise<readonly unknown[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const told = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = await stat(path);
    return [path, mode, mtimeMs, entry.isFile() ? await readFile(path, 'utf8') : null];
  });
  return Promise.all(told);
}

async function withProject(
  check: (dryRun: (...flags: string[]) => Promise<string>, directory: string) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-dry-run-'));
  try {
    const [project, profile] = [join(directory, 'project'), join(directory, 'profile.json')];
    await mkdir(join(project, '.cursor'), { recursive: true });
    await mkdir(join(directory, 'home'));
    await writeFile(join(project, '.cursor', 'mcp.json'), original);
    await writeFile(profile, JSON.stringify({ version: 1, servers: [server], built_in_tools: false }));
    const env = {
      PATH: process.env.PATH,
      HOME: join(directory, 'home'),
      WITNESS_STATE_DIR: join(directory, 'state'),
      // What compiles the sources keeps its own there.
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    };
    const command = ['--', process.execPath, '-e', `require('node:fs').writeFileSync('started', '')`];
    const dryRun = async (...flags: string[]): Promise<string> => {
      const words = ['passthrough', 'cursor', '--profile', profile, '--dry-run', ...flags, ...command];
      const ran = promisify(execFile)(process.execPath, [...program, ...words], { cwd: project, env });
      const { stdout, stderr } = await ran;
      expect(stderr).toBe('');
      return stdout;
    };
    await check(dryRun, directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

describe('witness passthrough --dry-run', () => {
  it("prints how the user's file would change, without a secret, and leaves everything as it is", () =>
    withProject(async (dryRun, directory) => {
      const before = await treeOf(directory);
      const out = await dryRun();
      const json = await dryRun('--json');
      expect(await treeOf(directory)).toEqual(before);
      expect(out).toContain(`${join('.cursor', 'mcp.json')} (yours, restored at the end)\n`);
      const added = out.split('\n').filter((line) => line.startsWith('+ '));
      expect(added.join('\n')).toMatch(/"hub"[^]*"X-Key"/);
      expect(out).toContain('  hub  delivered');
      expect(JSON.parse(json)).toMatchObject({ cli: 'cursor', file: { users: true, before: original } });
      expect(out + json).not.toContain(secret);
    }));
});
