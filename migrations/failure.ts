/**
 * - `not_permitted`: the role of the URL may not change the schema.
 * - `busy`: another process has been migrating for too long.
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

export function toMigrationError(error: unknown): MigrationError {
  if (error instanceof MigrationError) return error;
  const { code, message, hint } = describeError(error);
  if (code === insufficientPrivilege) {
    return new MigrationError(
      'not_permitted',
      `The database role may not migrate: ${message}. Set DATABASE_MIGRATION_URL to a role that owns the database. ${hint}`.trim(),
      { cause: error },
    );
  }
  if (code === lockNotAvailable) {
    return new MigrationError(
      'busy',
      'Another process has been migrating this database for too long. Look in pg_stat_activity for "mcp-witness migrations", and end it if it hangs.',
      { cause: error },
    );
  }
  return new MigrationError('failed', `The database could not be migrated: ${message}. ${hint}`.trim(), {
    cause: error,
  });
}

interface Described {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** What a driver's error says, or its code where it says nothing (no address answered). */
export function describeError(error: unknown): Described {
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
