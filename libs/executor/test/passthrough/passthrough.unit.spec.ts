import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { passthroughClis } from '../../src/passthrough/strategies/strategies.ts';
import { ofType } from '../run.ts';
import { withScene } from './scene.ts';

const channels: Readonly<Record<string, string>> = {
  claude: 'cli_flag',
  codex: 'cli_flag',
  gemini: 'config_file',
  qwen: 'environment',
  opencode: 'environment',
  copilot: 'cli_flag',
  cursor: 'config_file',
  auggie: 'cli_flag',
};

describe('a passthrough', () => {
  it.each(passthroughClis)(
    'hands %s its servers in its own configuration, and tells what became of them',
    (cli) =>
      withScene(async ({ run, left, home, project, service, troubles }) => {
        const { code, seen, rows } = await run(cli);
        const channel = channels[cli];
        expect(code).toBe(9);
        expect(seen?.used).toEqual({
          notes: expect.arrayContaining(['count']),
          hub: ['count'],
          witness: expect.arrayContaining(['session_mcp_report']),
        });
        expect(rows).toEqual([
          ['notes', 'disconnected', 'used', channel, 'stdin_closed'],
          ['hub', 'delivered', 'delivered', channel, null],
          ['witness', 'disconnected', 'used', channel, 'endpoint_closed'],
        ]);
        const [started] = ofType(service.events, 'attempt-started');
        expect(started).toMatchObject({
          witness: 'resolver',
          data: { entry: 'passthrough', agent_id: cli, working_directory: 'project' },
        });
        expect(ofType(service.events, 'execution-ended')[0]?.data).toEqual({
          reason_code: 'exited',
          exit_code: 9,
        });
        expect(seen?.mode).toBe(0o600);
        expect(seen?.leaked).toBeNull();
        expect(seen?.argv.join(' ')).not.toMatch(/a-made-up-secret|127\.0\.0\.1/);
        expect(JSON.stringify(service.events)).not.toContain('a-made-up-secret');
        expect(await left()).toEqual([]);
        expect(await readdir(project)).toEqual([]);
        expect((await readdir(home, { recursive: true })).filter((name) => name !== '.codex')).toEqual([]);
        expect(troubles).toEqual([]);
      }),
  );

  it('leaves out what a form cannot carry or a CLI would read otherwise, and says so', () =>
    withScene(async ({ run, hub, troubles }) => {
      const profile = {
        built_in_tools: false,
        servers: [
          { name: 'stream', type: 'sse', url: hub },
          { name: 'odd name', type: 'http', url: hub },
          { name: 'taken', type: 'http', url: hub },
        ],
      };
      const codex = await run('codex', { profile });
      expect(codex.rows.slice(0, 2)).toEqual([
        ['stream', 'filtered', 'configured', null, 'passthrough_unsupported'],
        ['odd name', 'filtered', 'configured', null, 'passthrough_unsupported'],
      ]);
      expect(Object.keys(codex.seen?.used ?? {})).toEqual(['taken']);
      expect(troubles[0]).toContain(
        '"stream" stays out of codex (passthrough_unsupported): codex has no form',
      );
      const variable = [{ name: 'v', type: 'http', url: hub, headers: { A: '$HOME', B: '${HOME}' } }];
      for (const cli of ['claude', 'gemini', 'qwen', 'copilot', 'cursor', 'auggie']) {
        const { rows } = await run(cli, { profile: { built_in_tools: false, servers: variable } });
        expect([cli, rows]).toEqual([
          cli,
          [['v', 'filtered', 'configured', null, 'passthrough_unsupported']],
        ]);
      }
    }));

  const inMember = (member: string): string => `{ ${member}: { "taken": { "command": "x" } }, /* mine */ }`;

  it.each([
    ['codex', 'home/.codex/config.toml', '[mcp_servers."taken"]\ncommand = "x"\n'],
    ['qwen', 'home/.qwen/settings.json', inMember('"mcpServers"')],
    ['qwen', 'project/.qwen/settings.json', inMember('"mcpServers"')],
    ['opencode', 'project/opencode.json', inMember('"mcp"')],
    ['opencode', 'opencode.jsonc', inMember('"mcp"')],
    ['opencode', 'project/.opencode/opencode.json', inMember('"mcp"')],
  ])('keeps out of %s what its own configuration in %s has under the same name', (cli, path, text) =>
    withScene(async ({ run, home, hub }) => {
      const file = join(home, '..', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      const servers = ['taken', 'free'].map((name) => ({ name, type: 'http', url: hub }));
      const { rows, seen } = await run(cli, { profile: { built_in_tools: false, servers } });
      expect(rows).toEqual([
        ['taken', 'filtered', 'configured', null, 'duplicate_name'],
        ['free', 'delivered', 'delivered', channels[cli], null],
      ]);
      expect(Object.keys(seen?.used ?? {})).toEqual(['free']);
    }),
  );

  it('keeps out of opencode what a variable has under the same name', () =>
    withScene(async ({ run, hub }) => {
      const servers = [{ name: 'taken', type: 'http', url: hub }];
      const { rows } = await run('opencode', {
        profile: { built_in_tools: false, servers },
        env: { OPENCODE_CONFIG_CONTENT: inMember('"mcp"').replace('mine', '') },
      });
      expect(rows).toEqual([['taken', 'filtered', 'configured', null, 'duplicate_name']]);
    }));

  it('runs a CLI that it does not know without servers, which are then unavailable', () =>
    withScene(async ({ run, troubles }) => {
      const { code, rows } = await run('unheard-of');
      expect(code).toBe(9);
      expect(rows.map((row) => (row as unknown[]).slice(0, 2))).toEqual([
        ['notes', 'unavailable'],
        ['hub', 'unavailable'],
        ['witness', 'unavailable'],
      ]);
      expect(troubles.at(-1)).toContain('known here: claude, codex');
    }));

  it('says that rules do not reach what the CLI finds by itself', () =>
    withScene(async ({ run, troubles, servers }) => {
      const { seen } = await run('claude', { profile: { servers, rules: [{ match: 'hub', deny: true }] } });
      expect(Object.keys(seen?.used ?? {})).toEqual(['notes', 'witness']);
      expect(troubles.at(-1)).toContain('rules of the profile do not reach');
      await run('unheard-of', { profile: { servers, rules: [{ match: 'hub', deny: true }] } });
      expect(troubles.at(-1)).toMatch(/do not reach .* that unheard-of finds by itself$/);
    }));

  it('carries on what a settings file of the machine says that its own stands for', () =>
    withScene(async ({ run, home, project }) => {
      await mkdir(home, { recursive: true });
      const file = join(home, 'defaults.json');
      await writeFile(
        file,
        '{ "theme": "dark", /* here */ "mcpServers": { "old": { "command": "gone" } }, }',
      );
      const { seen, rows } = await run('qwen', { env: { QWEN_CODE_SYSTEM_DEFAULTS_PATH: file } });
      expect(JSON.parse(seen?.text ?? '')).toMatchObject({
        theme: 'dark',
        mcpServers: { old: { command: 'gone' } },
      });
      expect(rows[0]).toEqual(['old', 'delivered', 'delivered', 'environment', null]);
      expect(await readdir(project)).toEqual([]);
    }));
});
