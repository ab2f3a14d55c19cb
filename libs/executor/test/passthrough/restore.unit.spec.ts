import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../src/ids.ts';
import { clearLeftovers } from '../../src/passthrough/leftovers.ts';
import { mergeUserFile } from '../../src/passthrough/user-file/user-file.ts';
import { withDirectory } from '../directory.ts';
import { goneOwner } from './gone-owner.ts';

const original = '{ "mcpServers": { "mine": { "command": "nowhere" } } }';

interface Left {
  readonly project: string;
  readonly state: string;
  /** Leaves a file of the project merged, as a killed run does; `text` null: there was none. */
  readonly leave: (name: string, text?: string | null) => Promise<string>;
  /** What the next run says as trouble. */
  readonly clear: () => Promise<readonly string[]>;
  readonly records: () => Promise<readonly string[]>;
}

const withLeft = (use: (left: Left) => Promise<void>): Promise<void> =>
  withDirectory((directory) => {
    const [project, state] = [join(directory, 'project'), join(directory, 'state')];
    return use({
      project,
      state,
      async leave(name, text = original) {
        const file = join(project, name);
        await mkdir(text === null ? project : dirname(file), { recursive: true });
        if (text !== null) await writeFile(file, text);
        const place = { state, owner: goneOwner(), file, member: 'mcpServers' };
        await mergeUserFile(place, { ours: { command: 'x' } });
        expect(await readFile(file, 'utf8')).toContain('ours');
        return file;
      },
      async clear() {
        const troubles: string[] = [];
        const onTrouble = (line: string): void => void troubles.push(line);
        await clearLeftovers(state, { onTrouble, onDetail: () => undefined });
        return troubles;
      },
      records: () => readdir(join(state, 'passthrough', 'files')),
    });
  });

describe('what a killed passthrough left merged', () => {
  it('is restored when the file system that it lies on is there again', () =>
    withLeft(async ({ project, leave, clear, records }) => {
      const file = await leave('.cursor/mcp.json');
      await rename(project, `${project}.away`);
      expect(await clear()).toEqual([]);
      await rename(`${project}.away`, project);
      await clear();
      expect(await readFile(file, 'utf8')).toBe(original);
      expect(await records()).toEqual([]);
    }));

  it('is forgotten where somebody took away the file, or the directory that was made for it', () =>
    withLeft(async ({ leave, clear, records }) => {
      await rm(await leave('.cursor/mcp.json'));
      await rm(dirname(await leave('.gemini/settings.json', null)), { recursive: true });
      expect(await records()).toHaveLength(2);
      expect(await clear()).toEqual([]);
      expect(await records()).toEqual([]);
    }));

  it('is restored also where another file cannot be, which is told by its name', () =>
    withLeft(async ({ leave, clear }) => {
      for (const [broken, other] of [
        ['a.json', 'b.json'],
        ['b.json', 'a.json'],
      ] as const) {
        const [one, file] = [await leave(broken), await leave(other)];
        await rm(one);
        await mkdir(one);
        expect(await clear()).toEqual([expect.stringContaining(`${one} could not be restored`)]);
        expect(await readFile(file, 'utf8')).toBe(original);
        await rm(one, { recursive: true });
      }
    }));

  it('is restored also where files of that run alone cannot be cleared away, which is told', () =>
    withLeft(async ({ project, state, leave, clear }) => {
      const file = await leave('a.json');
      const run = join(state, 'passthrough', 'runs', goneOwner());
      const own = join(project, `witness-${newId()}.json`);
      await mkdir(own);
      await mkdir(run, { recursive: true });
      await writeFile(join(run, 'elsewhere'), own);
      expect(await clear()).toEqual([expect.stringContaining('could not be cleared away')]);
      expect(await readFile(file, 'utf8')).toBe(original);
    }));

  it('stays beside a file that cannot be read any more, under a name that is free', () =>
    withLeft(async ({ project, leave, clear }) => {
      for (const text of [original, original.replace('mine', 'later')]) {
        await writeFile(await leave('mcp.json', text), 'no JSON');
        await clear();
      }
      expect(await readFile(join(project, 'mcp.json.before-witness'), 'utf8')).toContain('mine');
      expect(await readFile(join(project, 'mcp.json.before-witness-2'), 'utf8')).toContain('later');
      await rm(join(project, 'mcp.json'));
      await writeFile(await leave('mcp.json', null), 'no JSON');
      expect(await clear()).toEqual([expect.stringContaining('before there was none')]);
    }));
});
