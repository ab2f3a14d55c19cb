import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemCode } from './failure.ts';

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * npm tarballs hold no symbolic links. The platform package lists the ones its libraries need and makes them in a
 * postinstall script, which does not run under `--ignore-scripts`.
 */
function listed(packageDir: string): readonly Link[] {
  const file = join(packageDir, 'native', 'pg-symlinks.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Link[]) : [];
}

export function linksAreMissing(packageDir: string): boolean {
  return listed(packageDir).some(({ target }) => !existsSync(join(packageDir, target)));
}

/** Makes every missing link. Several processes may do so at once. Throws the system error when it may not write. */
export function makeLinks(packageDir: string): void {
  for (const { source, target } of listed(packageDir)) {
    if (existsSync(join(packageDir, target))) continue;
    try {
      symlinkSync(basename(source), join(packageDir, target));
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}
