import type { Account } from './account.ts';

interface RunAs {
  /** How the process itself names its data directory. */
  readonly dataPath: string;
  readonly options: {
    readonly cwd: string;
    readonly env: Record<string, string>;
    readonly uid?: number;
    readonly gid?: number;
  };
}

/**
 * Options to spawn one of PostgreSQL's programs in its data directory, as `account`.
 *
 * The data may lie in a folder that only root may enter (a checkout under /root). The working directory is set while
 * the child is still root, and /proc/self/cwd leads straight to it without walking through the folders above, so no
 * mode of anybody's folder has to be changed.
 *
 * The environment is made anew: PGDATA, PGPORT and the like of the caller are not for this server.
 */
export function runAs(account: Account | null, dir: string): RunAs {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  if (!account) return { dataPath: dir, options: { cwd: dir, env } };
  return { dataPath: '/proc/self/cwd', options: { cwd: dir, env, ...account } };
}
