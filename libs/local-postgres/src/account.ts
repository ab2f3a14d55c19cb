import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalPostgresError, useYourOwn } from './failure.ts';

/** Whom PostgreSQL runs as, when not as ourselves. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const name = 'postgres';

/**
 * PostgreSQL refuses to run as root, so root starts it as the system user `postgres`, which is made when it is missing.
 * Returns null when we are not root: then it runs as ourselves.
 */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') {
    throw new LocalPostgresError(
      'account_unusable',
      `PostgreSQL does not run as root. Start this as an ordinary user. ${useYourOwn}`,
    );
  }
  return lookUp() ?? create();
}

function lookUp(): Account | null {
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

function id(flag: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

function create(): Account {
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
      {
        stdio: 'ignore',
      },
    );
  } catch (cause) {
    // Another process may have made it at the same moment; only its absence counts.
    const made = lookUp();
    if (made) return made;
    throw new LocalPostgresError(
      'account_unusable',
      `PostgreSQL does not run as root, and the system user "${name}" could not be made (useradd failed). ` +
        `Make that user, or start this as an ordinary user. ${useYourOwn}`,
      { cause },
    );
  }
  const account = lookUp();
  if (account) return account;
  throw new LocalPostgresError(
    'account_unusable',
    `The system user "${name}" was made but cannot be looked up. ${useYourOwn}`,
  );
}

/** True when `account` may reach and read `path`, judged by the mode bits of it and of every folder above it. */
export function canReach(account: Account, path: string): boolean {
  for (let here = path; ; here = dirname(here)) {
    const stats = statSync(here);
    const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0;
    const wanted = here === path ? 5 : 1;
    if (((stats.mode >> shift) & wanted) !== wanted) return false;
    if (dirname(here) === here) return true;
  }
}
