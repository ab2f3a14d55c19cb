import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ranks } from './ranks.mjs';
import { root, sourcesOf } from './sources.ts';

/** Module names that a source imports, exports from, or loads dynamically. */
const importsOf = (path: string): string[] =>
  [
    ...readFileSync(join(root, path), 'utf8').matchAll(
      /(?:\bfrom\s*|\bimport\s*\(?\s*|\bimport\.meta\.resolve\s*\(\s*|\brequire(?:\.resolve)?\s*\(\s*)['"]([^'"]+)['"]/g,
    ),
  ].map((match) => match[1]!);

const packageOf = (specifier: string): string | undefined => {
  const own = /^@mcp-witness\/([^/]+)/.exec(specifier)?.[1];
  return own ?? (/^mcp-witness(\/|$)/.test(specifier) ? 'service' : undefined);
};

const isTest = (path: string): boolean => path.endsWith('.spec.ts') || /^libs\/[^/]+\/test\//.test(path);

/** Whether a relative import stays where it may: in its own folder; of `src` also the migrations, of tests also their support. */
const staysIn = (folder: string, path: string, specifier: string): boolean => {
  const file = join(path, '..', specifier);
  const outside = [...(folder === 'src' ? ['migrations/'] : []), ...(isTest(path) ? ['test/support/'] : [])];
  return [`${folder}/`, ...outside].some((place) => file.startsWith(place));
};

describe('import ranks', () => {
  it('lists every package of the workspace, and nothing that is not there', () => {
    const folders = readdirSync(join(root, 'libs'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `libs/${entry.name}`);
    expect(ranks.map((own) => own.folder).sort()).toEqual([...folders, 'src'].sort());
  });

  it('lets a package import lower ranks only', () => {
    const rankOf = new Map(ranks.map((own) => [own.name, own.rank]));
    const upward = ranks.flatMap((own) =>
      own.mayImport
        .filter((name) => !((rankOf.get(name) ?? Infinity) < own.rank))
        .map((name) => `${own.name} -> ${name}`),
    );
    expect(upward).toEqual([]);
  });

  it.each(ranks)('holds in the sources of $folder', ({ name, folder, mayImport }) => {
    const allowed = new Set<string>([name, ...mayImport]);
    const faults = sourcesOf(folder).flatMap((path) =>
      importsOf(path).flatMap((specifier) => {
        const target = packageOf(specifier);
        const leaves = specifier.startsWith('.') && !staysIn(folder, path, specifier);
        const resource = name === 'service' && target === 'console' && specifier.endsWith('/package.json');
        const wrong = (target !== undefined && !allowed.has(target) && !resource) || leaves;
        return wrong ? [`${path} imports ${specifier}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  it.each(ranks.filter((own) => own.folder !== 'src'))(
    'holds in the manifest of $folder',
    ({ folder, mayImport }) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>;
      };
      const ours = Object.keys(manifest.dependencies ?? {}).flatMap(
        (dependency) => packageOf(dependency) ?? [],
      );
      expect(ours.filter((name) => !mayImport.includes(name))).toEqual([]);
    },
  );

  it('is not switched off anywhere', () => {
    const silenced = [...sourcesOf('src'), ...sourcesOf('libs')].filter((path) =>
      /depcruise-ignore|dependency-cruiser-disable|eslint-disable|@ts-nocheck|@ts-ignore/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
    expect(silenced).toEqual([]);
  });
});
