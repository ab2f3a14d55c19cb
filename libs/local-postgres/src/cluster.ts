import { randomBytes, randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { LocalPostgresError, systemCode } from './failure.ts';
import { initdb } from './initdb.ts';

const major = '18';
const passwordFile = 'witness.password';

export interface Cluster {
  /** PGDATA. */
  readonly dir: string;
  readonly password: string;
}

/** Opens the cluster under `dataDir`, or makes it when there is none. */
export async function openCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account | null,
): Promise<Cluster> {
  const dir = join(dataDir, 'postgres');
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  if (!isInitialised(dir)) await initialise(dataDir, dir, binaries, account);
  return { dir, password: readPassword(dir) };
}

function isInitialised(dir: string): boolean {
  const found = readVersion(dir);
  if (found === major) return true;
  if (found !== null) {
    throw new LocalPostgresError(
      'other_major_version',
      `${dir} was written by PostgreSQL ${found}, and PostgreSQL ${major} cannot read it. Nothing was changed. To keep the data, ` +
        `start PostgreSQL ${found} over that directory and set DATABASE_URL to it; to begin anew, move the directory away.`,
    );
  }
  if (existsSync(dir) && readdirSync(dir).length > 0) {
    throw new LocalPostgresError(
      'data_unusable',
      `${dir} is not empty and holds no PostgreSQL data (no PG_VERSION). Nothing was changed. Move it away, or set WITNESS_DATA_DIR to another directory.`,
    );
  }
  return false;
}

function readVersion(dir: string): string | null {
  try {
    return readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw notReadable(dir, error);
  }
}

function readPassword(dir: string): string {
  try {
    return readFileSync(join(dir, passwordFile), 'utf8').trim();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw notReadable(dir, error);
    throw new LocalPostgresError(
      'data_unusable',
      `${dir} holds PostgreSQL data, but not the file ${passwordFile} with its password, so it was not made by this launcher or the ` +
        `file was lost. Put the file back, or start PostgreSQL ${major} over the directory yourself and set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function notReadable(dir: string, cause: unknown): LocalPostgresError {
  return new LocalPostgresError(
    'data_unusable',
    `${dir} cannot be read (${systemCode(cause) ?? 'unknown error'}): most likely it was made by another user, for instance by root. ` +
      'Start this as that user, or set WITNESS_DATA_DIR to a directory of your own.',
    { cause },
  );
}

/** Into a directory beside the wanted one, then renamed: a cut-off or concurrent first start leaves no half-made data. */
async function initialise(
  dataDir: string,
  dir: string,
  binaries: Binaries,
  account: Account | null,
): Promise<void> {
  const made = join(dataDir, `postgres.new-${randomUUID()}`);
  const secret = `${made}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    mkdirSync(made, { mode: 0o700 });
    writeFileSync(secret, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (account) for (const path of [made, secret]) chownSync(path, account.uid, account.gid);
    await initdb({ dir: made, secret, executable: binaries.initdb, account });
    renameSync(secret, join(made, passwordFile));
    renameSync(made, dir);
  } catch (error) {
    const lostRace = systemCode(error) === 'ENOTEMPTY' || systemCode(error) === 'EEXIST';
    if (!lostRace || !isInitialised(dir)) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
    rmSync(secret, { force: true });
  }
}
