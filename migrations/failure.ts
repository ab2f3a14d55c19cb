/**
 * - `not_permitted`: the role of the URL may not change the schema.
 * - `busy`: another process has been migrating, or others have been keeping a table locked, for too long.
 * - `unreachable`: no connection could be made.
 * - `newer`: a later version of Witness has migrated this database; nothing was changed.
 * - `failed`: a migration's own statement failed; `cause` is the driver's error.
 */
export type MigrationFailure = 'not_permitted' | 'busy' | 'unreachable' | 'newer' | 'failed';

/** Why the database could not be brought up to date. The message says what to do and never holds a URL. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';

  constructor(
    readonly code: MigrationFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const insufficientPrivilege = '42501';
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** Others held what it needed: it may go well when it is tried again. */
export function isContended(error: unknown): boolean {
  return [lockNotAvailable, deadlockDetected].includes(describeError(error).code);
}

/** Why a process did not come to migrate at all. */
export function toTurnError(error: unknown): unknown {
  if (describeError(error).code !== lockNotAvailable) return error;
  return new MigrationError(
    'busy',
    'Another process has been migrating this database for too long. Look in pg_stat_activity for "mcp-witness migrations", and end it if it hangs.',
    { cause: error },
  );
}

export function toMigrationError(error: unknown): MigrationError {
  if (error instanceof MigrationError) return error;
  const { code, message, hint } = describeError(error);
  if (code === insufficientPrivilege) {
    // A hint comes from our own migration, to an owner that an administrator has to help.
    const advice = hint === '' ? 'Set DATABASE_MIGRATION_URL to a role that owns the database.' : hint;
    return new MigrationError(
      'not_permitted',
      `The database role may not migrate: ${sentence(message)} ${advice}`,
      { cause: error },
    );
  }
  if (isContended(error)) {
    return new MigrationError(
      'busy',
      'Others have been using a table that a migration changes for too long; what it had begun was taken back. Stop every other process of the service, ' +
        'look in pg_stat_activity for transactions that stay open, and start again.',
      { cause: error },
    );
  }
  return new MigrationError(
    'failed',
    `The database could not be migrated: ${sentence(message)} ${hint}`.trim(),
    {
      cause: error,
    },
  );
}

/** What a server answers with when it refuses a connection. */
const sqlState = /^[0-9A-Z]{5}$/;
const noSuchDatabase = '3D000';
const notLetIn = '28';

function connectionAdvice(code: string): string {
  if (code === noSuchDatabase) return 'Create it, or name another one in DATABASE_URL.';
  if (code.startsWith(notLetIn)) return 'Create the role, or correct user and password in DATABASE_URL.';
  return 'Check DATABASE_MIGRATION_URL or DATABASE_URL.';
}

/** Why no connection to migrate with could be made: nothing answered, or the server did and refused. */
export function toConnectionError(cause: unknown): MigrationError {
  const { code, message } = describeError(cause);
  const said = sqlState.test(code)
    ? `The database server refuses the connection: ${sentence(message)} ${connectionAdvice(code)}`
    : `The database to migrate cannot be reached: ${sentence(message)} Check that it runs, and DATABASE_MIGRATION_URL or DATABASE_URL.`;
  return new MigrationError('unreachable', said, { cause });
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

interface Described {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** What a driver's error says, or its code where it says nothing (no address answered). */
function describeError(error: unknown): Described {
  const { code, message, hint } = (error ?? {}) as Record<keyof Described, unknown>;
  return {
    code: typeof code === 'string' ? code : '',
    message:
      typeof message === 'string' && message !== ''
        ? message
        : typeof code === 'string'
          ? code
          : String(error),
    hint: typeof hint === 'string' ? hint : '',
  };
}
