import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runPassthrough } from '../../src/passthrough/run-passthrough.ts';
import { recordsDirectory } from '../../src/passthrough/user-file/record.ts';
import { ofType } from '../run.ts';
import { type Scene, withScene } from './scene.ts';

/** As an editor may have left it: a mark at its beginning, a comment, and a byte that is no UTF-8. */
const original = Buffer.concat([
  Buffer.from('\ufeff{ "other": 1, // mine\r\n  "mcpServers": {\n    "mine": { "command": "nowhere" } }'),
  Buffer.from(', "x": "'),
  Buffer.from([0xff]),
  Buffer.from('" }   '),
]);

async function writeOriginal({ project }: Scene, content: Buffer | string = original): Promise<string> {
  await mkdir(join(project, '.cursor'), { recursive: true });
  const file = join(project, '.cursor', 'mcp.json');
  await writeFile(file, content, { mode: 0o640 });
  return file;
}

const only = { profile: { built_in_tools: false, servers: [] } };

describe("a user's file that a passthrough merges", () => {
  it('holds the servers of both while the command runs, and is byte for byte what it was afterwards', () =>
    withScene(async (scene) => {
      const file = await writeOriginal(scene);
      const { mode, mtimeMs } = await stat(file);
      const { seen, rows } = await scene.run('cursor');
      expect(Object.keys(seen?.used ?? {})).toEqual(['mine', 'notes', 'hub', 'witness']);
      expect(JSON.parse(seen?.text ?? '')).toMatchObject({ other: 1 });
      expect(rows[0]).toEqual(['mine', 'delivered', 'delivered', 'config_file', null]);
      expect(await readFile(file)).toEqual(original);
      const after = await stat(file);
      expect([after.mode, Math.round(after.mtimeMs)]).toEqual([mode, Math.round(mtimeMs)]);
      expect(await scene.left()).toEqual([]);
      expect(await readdir(join(scene.project, '.cursor'))).toEqual(['mcp.json']);
    }));

  it('is restored by the next run after the one before was killed', () =>
    withScene(async (scene) => {
      const file = await writeOriginal(scene);
      const held = await scene.hold('cursor');
      await held.kill();
      expect(await readFile(file)).not.toEqual(original);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await scene.run('claude', only);
      expect(await readFile(file)).toEqual(original);
      expect(await scene.left()).toEqual([]);
    }));

  it('is kept meanwhile where nobody else can read it', () =>
    withScene(async (scene) => {
      await writeOriginal(scene);
      const held = await scene.hold('cursor');
      const records = recordsDirectory(scene.state);
      const names = await readdir(records);
      expect(names).toEqual([expect.stringMatching(/\.json$/)]);
      for (const name of names) expect((await stat(join(records, name))).mode & 0o777).toBe(0o600);
      await held.go();
    }));

  it('goes again where there was none, also after a kill', () =>
    withScene(async (scene) => {
      const held = await scene.hold('gemini');
      expect(await readdir(scene.project)).toEqual(['.gemini']);
      await held.kill();
      await scene.run('claude', only);
      expect(await readdir(scene.project)).toEqual([]);
    }));

  it('goes with files that lie elsewhere after a kill', () =>
    withScene(async (scene) => {
      const held = await scene.hold('codex');
      await held.kill();
      expect(await readdir(join(scene.home, '.codex'))).toHaveLength(1);
      await scene.run('claude', only);
      expect(await readdir(join(scene.home, '.codex'))).toEqual([]);
    }));

  it('is restored by the last of two runs that held it, whichever ends first', () =>
    withScene(async (scene) => {
      for (const order of [0, 1]) {
        const file = await writeOriginal(scene);
        const runs = [await scene.hold('cursor'), await scene.hold('cursor')];
        expect(Object.keys(runs[1]?.seen.used ?? {})).toEqual(['mine', 'notes', 'hub', 'witness']);
        await runs[order]?.go();
        expect(await readFile(file, 'utf8')).toContain('"witness"');
        await runs[1 - order]?.go();
        expect(await readFile(file)).toEqual(original);
        expect(await scene.left()).toEqual([]);
      }
    }));

  it('keeps what somebody else changed in it meanwhile, and loses ours', () =>
    withScene(async (scene) => {
      const file = await writeOriginal(scene, '{"mcpServers":{"mine":{"command":"nowhere"}}}');
      const held = await scene.hold('cursor');
      const merged = JSON.parse(await readFile(file, 'utf8')) as { mcpServers: object };
      await writeFile(
        file,
        JSON.stringify({ ...merged, mcpServers: { ...merged.mcpServers, new: { command: 'x' } } }),
      );
      await held.go();
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
        mcpServers: { mine: { command: 'nowhere' }, new: { command: 'x' } },
      });
      const again = await scene.hold('cursor');
      await writeFile(file, 'not JSON any more');
      await again.go();
      expect(await readFile(file, 'utf8')).toBe('not JSON any more');
      expect(await readFile(`${file}.before-witness`, 'utf8')).toContain('nowhere');
    }));

  it('keeps what somebody else changed in it before another run merged it too', () =>
    withScene(async (scene) => {
      const file = await writeOriginal(scene, '{"mcpServers":{"mine":{"command":"nowhere"}}}');
      const first = await scene.hold('cursor');
      const merged = JSON.parse(await readFile(file, 'utf8')) as { mcpServers: object };
      const changed = { ...merged, mine: 1, mcpServers: { ...merged.mcpServers, new: { command: 'x' } } };
      await writeFile(file, JSON.stringify(changed));
      const second = await scene.hold('cursor');
      expect(Object.keys(second.seen.used)).toEqual(expect.arrayContaining(['mine', 'new', 'witness']));
      await first.go();
      await second.go();
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
        mine: 1,
        mcpServers: { mine: { command: 'nowhere' }, new: { command: 'x' } },
      });
      expect(await scene.left()).toEqual([]);
    }));

  it('is not written to by a link that leads out of the project, nor where it cannot be read', () =>
    withScene(async (scene) => {
      const { project, home } = scene;
      const run = async (): Promise<void> => {
        const { code, seen, rows } = await scene.run('cursor');
        expect([code, seen]).toEqual([1, null]);
        expect(rows).toContainEqual(['witness', 'failed', 'configured', null, 'materialization_failed']);
      };
      await mkdir(join(home, 'elsewhere'), { recursive: true });
      await mkdir(project);
      await symlink(join(home, 'elsewhere'), join(project, '.cursor'));
      await run();
      expect(await readdir(join(home, 'elsewhere'))).toEqual([]);
      expect(scene.troubles.join()).toContain('leads out of the project');
    }));

  it('is not touched where it is no JSON', () =>
    withScene(async (scene) => {
      const file = await writeOriginal(scene, '{ broken');
      expect((await scene.run('cursor')).code).toBe(1);
      expect(await readFile(file, 'utf8')).toBe('{ broken');
    }));

  it('has no server that a rule denies, and a front in the place of one that is to be observed', () =>
    withScene(async (scene) => {
      const mcpServers = { mine: { url: scene.hub }, no: { url: scene.hub } };
      await writeOriginal(scene, JSON.stringify({ mcpServers }));
      const rules = [
        { match: 'no', deny: true },
        { match: 'mine', observed: true },
      ];
      const { seen, rows } = await scene.run('cursor', {
        profile: { servers: [], built_in_tools: false, rules },
      });
      expect(seen?.used).toEqual({ mine: ['count'] });
      expect(rows).toEqual([
        ['mine', 'disconnected', 'used', 'config_file', 'endpoint_closed'],
        ['no', 'filtered', 'configured', null, 'policy_denied'],
      ]);
    }));

  it('is restored where the command is not there', () =>
    withScene(async (scene) => {
      const file = await writeOriginal(scene);
      const quiet = (): void => undefined;
      const options = { ...scene.options('cursor'), command: ['no-such-command'] as const };
      expect(await runPassthrough({ ...options, onTrouble: quiet, onDetail: quiet })).toBe(127);
      expect(await readFile(file)).toEqual(original);
      expect(ofType(scene.service.events, 'server-delivered')).toEqual([]);
    }));
});
