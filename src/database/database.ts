import { startLocalPostgres } from '@mcp-witness/local-postgres';
import { type Pool } from 'pg';
import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import { migrate } from '../../migrations/run.ts';
import { type Settings } from '../config/settings.ts';
import { appSession } from '../log/open-log.ts';
import { poolOf } from './pool.ts';

/** The database of this process, migrated. */
export interface Database {
  readonly dataSource: DataSource;
  /** The one that `dataSource` uses. */
  readonly pool: Pool;
  /** Ends the connections, and then the embedded server when there is one. */
  close(): Promise<void>;
}

export interface OpenDatabase {
  readonly settings: Settings;
  readonly entities: MixedList<(new () => unknown) | EntitySchema>;
  readonly log: (line: string) => void;
}

interface Server {
  readonly url: string;
  readonly migrationUrl: string;
  stop(): Promise<void>;
}

const poolSize = 16;
const appRole = 'witness_app';

const findServer = async ({ settings, log }: OpenDatabase): Promise<Server> => {
  const { databaseUrl, databaseMigrationUrl, dataDirectory } = settings;
  if (databaseUrl !== null) {
    return {
      url: databaseUrl,
      migrationUrl: databaseMigrationUrl ?? databaseUrl,
      stop: () => Promise.resolve(),
    };
  }
  const onLost = (error: Error): void => {
    log(error.message);
  };
  const local = await startLocalPostgres({ dataDir: dataDirectory, log, onLost });
  return { url: local.url, migrationUrl: local.url, stop: () => local.stop() };
};

const connect = (url: string, entities: OpenDatabase['entities']): Promise<DataSource> =>
  new DataSource({
    type: 'postgres',
    url,
    entities: entities as never[],
    applicationName: 'mcp-witness',
    poolSize,
    // Fails where the role cannot be taken: no connection ever acts with the rights of its login.
    extra: { options: appSession },
    poolErrorHandler: () => undefined,
    logging: false,
  }).initialize();

/** The options that take the role can be overridden by those of a URL, and nothing else would show it. */
const refuseOtherRoles = async (dataSource: DataSource): Promise<void> => {
  const [session] = await dataSource.query<{ role: string }[]>('select current_user as role');
  if (session?.role === appRole) return;
  throw new Error(
    `Connections of DATABASE_URL do not take the role ${appRole}, so the service would have the rights of its login. ` +
      'Take "options" out of DATABASE_URL, and name the server itself there, not a pooler that drops start-up options.',
  );
};

const ignore = (): void => undefined;

/** A connection that is lost while somebody has it, between two statements, is told by the second and ends no process. */
const outliving = (pool: Pool): Pool =>
  pool.on('acquire', (client) => {
    if (!client.listeners('error').includes(ignore)) client.on('error', ignore);
  });

/** Starts the embedded PostgreSQL where no other is named, brings the schema up to date, and connects as `witness_app`. */
export const openDatabase = async (options: OpenDatabase): Promise<Database> => {
  const server = await findServer(options);
  let dataSource: DataSource | null = null;
  const close = async (): Promise<void> => {
    try {
      await dataSource?.destroy();
    } finally {
      await server.stop();
    }
  };
  try {
    await migrate({ url: server.migrationUrl, log: options.log });
    dataSource = await connect(server.url, options.entities);
    await refuseOtherRoles(dataSource);
    return { dataSource, pool: outliving(poolOf(dataSource)), close };
  } catch (error) {
    await close();
    throw error;
  }
};
