import { resolve } from 'node:path';
import { environmentReader, type Environment, type EnvironmentReader } from './environment.ts';
import { isLoopback } from './loopback.ts';
import { readTelemetry } from './read-telemetry.ts';
import { type AuthMode, type ReadSettings, type SettingFault } from './settings.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const readHost = (reader: EnvironmentReader): string => {
  const host = reader.text('WITNESS_HOST') ?? '127.0.0.1';
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(host)) {
    reader.fault('WITNESS_HOST', 'must be a host name or an address, without port and brackets');
  }
  return host;
};

const readAuth = (reader: EnvironmentReader, host: string): AuthMode => {
  const local = isLoopback(host);
  const auth = reader.choice('WITNESS_AUTH', ['none', 'required'], local ? 'none' : 'required');
  if (auth === 'none' && !local) {
    reader.fault(
      'WITNESS_AUTH',
      'is none, and WITNESS_HOST is reachable from other machines: anyone could read and write. ' +
        'Set WITNESS_AUTH=required, or listen on 127.0.0.1',
    );
  }
  return auth;
};

const readPostgresUrl = (reader: EnvironmentReader, name: string): string | null => {
  const value = reader.secret(name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    reader.fault(name, 'must be a URL such as postgresql://user@host:5432/database');
    return null;
  }
  return value;
};

const readAdminKey = (reader: EnvironmentReader): string | null => {
  const key = reader.secret('WITNESS_ADMIN_KEY');
  if (key === null || /^wk_[A-Za-z0-9_-]{32,128}$/.test(key)) return key;
  reader.fault(
    'WITNESS_ADMIN_KEY',
    'must be wk_ and then 32 to 128 letters, digits, "-" or "_", chosen at random',
  );
  return null;
};

const checkEngine = (reader: EnvironmentReader): void => {
  if (reader.choice('WITNESS_LOG', ['postgres', 'kurrentdb'], 'postgres') === 'kurrentdb') {
    reader.fault('WITNESS_LOG', 'kurrentdb is not built into this version: leave it unset');
  }
};

/** Reads every setting and judges them together, so that one start shows every fault. Touches nothing but `*_FILE`. */
export const readSettings = (environment: Environment): ReadSettings => {
  const reader = environmentReader(environment);
  const host = readHost(reader);
  checkEngine(reader);
  const databaseUrl = readPostgresUrl(reader, 'DATABASE_URL');
  const databaseMigrationUrl = readPostgresUrl(reader, 'DATABASE_MIGRATION_URL');
  if (databaseMigrationUrl !== null && databaseUrl === null) {
    reader.fault(
      'DATABASE_MIGRATION_URL',
      'is of no use without DATABASE_URL: the embedded database has its own owner',
    );
  }
  const settings = {
    host,
    port: reader.integer('WITNESS_PORT', { min: 0, max: 65_535, otherwise: 4477 }),
    dataDirectory: resolve(reader.text('WITNESS_DATA_DIR') ?? '.witness'),
    databaseUrl,
    databaseMigrationUrl,
    auth: readAuth(reader, host),
    adminKey: readAdminKey(reader),
    logLevel: reader.choice('WITNESS_LOG_LEVEL', logLevels, 'info'),
    telemetry: readTelemetry(reader),
  };
  return reader.faults.length === 0 ? { ok: true, settings } : { ok: false, faults: reader.faults };
};

/** One line for each fault, for the person who starts the service. */
export const describeFaults = (faults: readonly SettingFault[]): string =>
  [
    'The service cannot start with these settings:',
    ...faults.map((fault) => `  ${fault.setting} ${fault.reason}.`),
  ].join('\n');
