import { createPrivateKey } from 'node:crypto';
import { resolve } from 'node:path';
import { environmentReader, type Environment, type EnvironmentReader } from './environment.ts';
import { isLoopback } from './loopback.ts';
import { readOidc } from './read-oidc.ts';
import { readCorsOrigins, readPublicUrl } from './read-origins.ts';
import { readTelemetry } from './read-telemetry.ts';
import { type AuthMode, type ReadSettings, type SettingFault, type Settings } from './settings.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const readHost = (reader: EnvironmentReader): string => {
  const host = reader.text('WITNESS_HOST') ?? '127.0.0.1';
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(host)) {
    reader.fault('WITNESS_HOST', 'must be a host name or an address, without port and brackets');
  }
  return host;
};

/** Whoever names an issuer wants people to sign in, on this machine as well. */
const readAuth = (reader: EnvironmentReader, host: string, signIn: boolean): AuthMode => {
  const local = isLoopback(host);
  const auth = reader.choice('WITNESS_AUTH', ['none', 'required'], local && !signIn ? 'none' : 'required');
  if (auth === 'none' && signIn) {
    reader.fault(
      'WITNESS_AUTH',
      'is none, and OIDC_ISSUER is set: nobody would be asked to sign in. Take one of them away',
    );
  }
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

const readKeyEncryptionKey = (reader: EnvironmentReader, name: string): Buffer | null => {
  const value = reader.secret(name)?.trim() ?? null;
  if (value === null) return null;
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (bytes.length === 32) return bytes;
  reader.fault(
    name,
    'must be 32 random bytes in base64 or hexadecimal, as `openssl rand -base64 32` makes them',
  );
  return null;
};

const readKeyEncryption = (
  reader: EnvironmentReader,
): Pick<Settings, 'keyEncryptionKey' | 'formerKeyEncryptionKey'> => {
  const name = 'WITNESS_KEY_ENCRYPTION_KEY';
  const former = `${name}_PREVIOUS`;
  const keyEncryptionKey = readKeyEncryptionKey(reader, name);
  const formerKeyEncryptionKey = readKeyEncryptionKey(reader, former);
  if (keyEncryptionKey === null && formerKeyEncryptionKey !== null)
    reader.fault(former, `is of no use without ${name}: set the key that takes its place`);
  return { keyEncryptionKey, formerKeyEncryptionKey };
};

const isEd25519 = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
};

const readSigningKey = (reader: EnvironmentReader): string | null => {
  const name = 'WITNESS_SIGNING_KEY';
  const pem = reader.secret(name);
  if (pem === null || isEd25519(pem)) return pem;
  reader.fault(
    name,
    'must be an Ed25519 private key in PEM, as `openssl genpkey -algorithm ed25519` makes it',
  );
  return null;
};

const days = { min: 1, max: 36_500 } as const;

const readRetention = (reader: EnvironmentReader): Pick<Settings, 'retentionDays' | 'logRetentionDays'> => {
  const isSet = reader.text('WITNESS_LOG_RETENTION_DAYS') !== null;
  const logDays = reader.integer('WITNESS_LOG_RETENTION_DAYS', { ...days, otherwise: days.max });
  return {
    retentionDays: reader.integer('WITNESS_RETENTION_DAYS', { ...days, otherwise: 30 }),
    logRetentionDays: isSet ? logDays : null,
  };
};

const readKurrentdbUrl = (reader: EnvironmentReader): string | null => {
  const engine = reader.choice('WITNESS_LOG', ['postgres', 'kurrentdb'], 'postgres');
  const kurrentdbUrl = reader.secret('KURRENTDB_URL');
  const { faults } = reader;
  const isTold = faults.some(({ setting }) => setting.startsWith('KURRENTDB_URL'));
  if (engine === 'kurrentdb' && kurrentdbUrl === null && !isTold) {
    reader.fault(
      'KURRENTDB_URL',
      'is missing, and WITNESS_LOG is kurrentdb: name the cluster that keeps the log',
    );
  }
  if (engine === 'postgres' && kurrentdbUrl !== null) {
    reader.fault('KURRENTDB_URL', 'is of no use unless WITNESS_LOG is kurrentdb');
  }
  if (kurrentdbUrl !== null && !/^(kurrentdb|kurrent|kdb|esdb)(\+discover)?:\/\/\S+$/.test(kurrentdbUrl)) {
    reader.fault('KURRENTDB_URL', 'must be a URL such as kurrentdb://user:password@host:2113?tls=true');
  }
  return kurrentdbUrl;
};

/** Reads every setting and judges them together, so that one start shows every fault. Touches nothing but `*_FILE`. */
export const readSettings = (environment: Environment): ReadSettings => {
  const reader = environmentReader(environment);
  const host = readHost(reader);
  const databaseUrl = readPostgresUrl(reader, 'DATABASE_URL');
  const databaseMigrationUrl = readPostgresUrl(reader, 'DATABASE_MIGRATION_URL');
  if (databaseMigrationUrl !== null && databaseUrl === null) {
    reader.fault(
      'DATABASE_MIGRATION_URL',
      'is of no use without DATABASE_URL: the embedded database has its own owner',
    );
  }
  const oidc = readOidc(reader);
  const settings = {
    host,
    port: reader.integer('WITNESS_PORT', { min: 0, max: 65_535, otherwise: 4477 }),
    dataDirectory: resolve(reader.text('WITNESS_DATA_DIR') ?? '.witness'),
    databaseUrl,
    databaseMigrationUrl,
    kurrentdbUrl: readKurrentdbUrl(reader),
    auth: readAuth(reader, host, oidc !== null),
    adminKey: readAdminKey(reader),
    oidc,
    publicUrl: readPublicUrl(reader),
    corsOrigins: readCorsOrigins(reader),
    rateLimit: reader.integer('WITNESS_RATE_LIMIT', { min: 1, max: 1_000_000, otherwise: 6_000 }),
    logLevel: reader.choice('WITNESS_LOG_LEVEL', logLevels, 'info'),
    telemetry: readTelemetry(reader),
    ...readKeyEncryption(reader),
    signingKey: readSigningKey(reader),
    ...readRetention(reader),
  };
  return reader.faults.length === 0 ? { ok: true, settings } : { ok: false, faults: reader.faults };
};

/** One line for each fault, for the person who starts the service. */
export const describeFaults = (faults: readonly SettingFault[]): string =>
  [
    'The service cannot start with these settings:',
    ...faults.map((fault) => `  ${fault.setting} ${fault.reason}.`),
  ].join('\n');
