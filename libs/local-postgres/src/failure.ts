/**
 * Why a local PostgreSQL could not be had.
 *
 * - `unsupported_platform`: no packaged binary runs here (musl, Windows, an unknown processor).
 * - `binaries_unusable`: the packaged binaries are missing, incomplete or out of reach, and could not be repaired.
 * - `account_unusable`: started as root, and there is no unprivileged account to run PostgreSQL under.
 * - `data_unusable`: the data directory is not ours to use: foreign content, other owner, no password file.
 * - `other_major_version`: the data directory was written by another major version.
 * - `in_use`: a live process already owns the data directory.
 * - `initdb_failed`, `start_failed`, `stop_failed`: PostgreSQL itself refused; the message ends with its own words.
 */
export type LocalPostgresFailure =
  | 'unsupported_platform'
  | 'binaries_unusable'
  | 'account_unusable'
  | 'data_unusable'
  | 'other_major_version'
  | 'in_use'
  | 'initdb_failed'
  | 'start_failed'
  | 'stop_failed';

/** The one error this package rejects with. `message` says what happened and what to do. */
export class LocalPostgresError extends Error {
  override readonly name = 'LocalPostgresError';

  constructor(
    readonly code: LocalPostgresFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const useYourOwn = 'Or run a PostgreSQL (15 or newer) of your own and set DATABASE_URL.';

/** The code of a system error (`ENOENT`), or undefined. Errors of another realm (a vm context) count too. */
export function systemCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** What an error says; never its stack. */
export function messageOf(error: unknown): string {
  const said = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(said);
}
