import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Account } from './account.ts';
import { LocalPostgresError, messageOf, useYourOwn } from './failure.ts';
import { runAs } from './run-as.ts';

export const superuser = 'witness';

interface Initdb {
  /** An empty directory that belongs to `account`. */
  readonly dir: string;
  /** A file with the password of the superuser, which `account` may read. */
  readonly secret: string;
  readonly executable: string;
  readonly account: Account | null;
}

/** UTF-8, C locale, data checksums, SCRAM for every connection. */
export async function initdb({ dir, secret, executable, account }: Initdb): Promise<void> {
  const { dataPath, options } = runAs(account, dir);
  // The password is handed over as an open file: the account need not be able to walk to it.
  const password = openSync(secret, 'r');
  try {
    const child = spawn(
      executable,
      [
        ...['-D', dataPath, `--username=${superuser}`, '--pwfile=/dev/fd/0', '--auth=scram-sha-256'],
        ...['--encoding=UTF8', '--locale=C', '--data-checksums', '--no-instructions'],
      ],
      { ...options, stdio: [password, 'ignore', 'pipe'] },
    );
    const [said] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(said.trim());
  } catch (cause) {
    throw new LocalPostgresError(
      'initdb_failed',
      `PostgreSQL could not make its data directory ${dir}. Check that there is free disk space and that the directory ` +
        `may be written. ${useYourOwn} It said:\n${messageOf(cause)}`,
      { cause },
    );
  } finally {
    closeSync(password);
  }
}
