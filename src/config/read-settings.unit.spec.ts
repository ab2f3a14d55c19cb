import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Environment } from './environment.ts';
import { describeFaults, readSettings } from './read-settings.ts';

const faultsOf = (environment: Environment): Record<string, string> => {
  const result = readSettings(environment);
  return result.ok ? {} : Object.fromEntries(result.faults.map(({ setting, reason }) => [setting, reason]));
};
const settingsOf = (environment: Environment) => {
  const result = readSettings(environment);
  if (!result.ok) throw new Error(describeFaults(result.faults));
  return result.settings;
};

describe('the settings', () => {
  it('have a default each, and need no key on loopback', () => {
    expect(settingsOf({})).toMatchObject({
      host: '127.0.0.1',
      port: 4477,
      databaseUrl: null,
      databaseMigrationUrl: null,
      auth: 'none',
      adminKey: null,
      logLevel: 'info',
    });
  });

  it('take an empty variable for an unset one', () => {
    expect(settingsOf({ WITNESS_PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 4477,
      databaseUrl: null,
    });
  });

  it.each(['localhost', 'LocalHost', '127.0.0.1', '127.8.8.8', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
    'ask for no key on %s',
    (host) => {
      expect(settingsOf({ WITNESS_HOST: host }).auth).toBe('none');
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '::ffff:0.0.0.0',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    'fe80::1',
    '10.1.2.3',
    '0',
    '127.1',
    '0x7f.0.0.1',
    'witness.example',
    '127.example',
    'localhost.example',
  ])('ask for a key on %s', (host) => {
    expect(settingsOf({ WITNESS_HOST: host }).auth).toBe('required');
    expect(faultsOf({ WITNESS_HOST: host, WITNESS_AUTH: 'none' })).toHaveProperty('WITNESS_AUTH');
  });

  it('name every fault at once', () => {
    const faults = faultsOf({
      WITNESS_HOST: 'http://x',
      WITNESS_PORT: '70000',
      WITNESS_AUTH: 'sometimes',
      WITNESS_LOG: 'files',
      KURRENTDB_URL: 'http://x',
      WITNESS_LOG_LEVEL: 'loud',
      WITNESS_ADMIN_KEY: 'wk_short',
      DATABASE_URL: 'mysql://db',
      DATABASE_MIGRATION_URL: 'nonsense',
    });
    expect(Object.keys(faults).sort()).toEqual([
      'DATABASE_MIGRATION_URL',
      'DATABASE_URL',
      'KURRENTDB_URL',
      'WITNESS_ADMIN_KEY',
      'WITNESS_AUTH',
      'WITNESS_HOST',
      'WITNESS_LOG',
      'WITNESS_LOG_LEVEL',
      'WITNESS_PORT',
    ]);
  });

  it.each(['-1', '1.5', '0x50', '44 77', '1e3', '99999999999999999999'])('refuse the port %j', (port) => {
    expect(faultsOf({ WITNESS_PORT: port })).toHaveProperty('WITNESS_PORT');
  });

  it('never show a secret in a fault', () => {
    const result = readSettings({ DATABASE_URL: 'mysql://root:hunter22@db', WITNESS_ADMIN_KEY: 'hunter23' });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('read a secret from a file, without its last line break', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'witness-settings-')), 'url');
    writeFileSync(file, 'postgresql://w@db/w\n');
    expect(settingsOf({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgresql://w@db/w');
    expect(faultsOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgresql://w@db/w' })).toHaveProperty(
      'DATABASE_URL',
    );
    expect(faultsOf({ DATABASE_URL_FILE: `${file}.absent` })).toHaveProperty('DATABASE_URL_FILE');
  });

  it('keep the log in PostgreSQL unless told to keep it in KurrentDB, and where that is', () => {
    const url = 'kurrentdb+discover://admin:hunter22@cluster.example:2113?tls=true';
    expect(settingsOf({})).toMatchObject({ kurrentdbUrl: null });
    expect(settingsOf({ WITNESS_LOG: 'kurrentdb', KURRENTDB_URL: url })).toMatchObject({ kurrentdbUrl: url });
    expect(faultsOf({ WITNESS_LOG: 'kurrentdb' })).toHaveProperty('KURRENTDB_URL');
    expect(faultsOf({ KURRENTDB_URL: url })).toHaveProperty('KURRENTDB_URL');
    const bad = readSettings({ WITNESS_LOG: 'kurrentdb', KURRENTDB_URL: 'https://admin:hunter22@host' });
    expect(bad).toMatchObject({ ok: false, faults: [{ setting: 'KURRENTDB_URL' }] });
    expect(JSON.stringify(bad)).not.toContain('hunter2');
  });

  it('name a missing file of the cluster’s URL once', () => {
    const faults = faultsOf({ WITNESS_LOG: 'kurrentdb', KURRENTDB_URL_FILE: '/nowhere/at/all' });
    expect(Object.keys(faults)).toEqual(['KURRENTDB_URL_FILE']);
  });

  it('take an issuer and its audience together, and then ask everybody to sign in', () => {
    const oidc = { OIDC_ISSUER: 'https://id.example/realm', OIDC_AUDIENCE: 'witness' };
    expect(settingsOf(oidc)).toMatchObject({
      auth: 'required',
      oidc: {
        issuer: 'https://id.example/realm',
        audience: 'witness',
        clientId: 'witness',
        clientSecret: null,
      },
    });
    expect(settingsOf({ ...oidc, OIDC_CLIENT_ID: 'page', OIDC_CLIENT_SECRET: 's' }).oidc).toMatchObject({
      clientId: 'page',
      clientSecret: 's',
    });
    expect(faultsOf({ OIDC_ISSUER: oidc.OIDC_ISSUER })).toHaveProperty('OIDC_AUDIENCE');
    expect(faultsOf({ OIDC_AUDIENCE: 'witness' })).toHaveProperty('OIDC_ISSUER');
    expect(faultsOf({ OIDC_CLIENT_SECRET: 's' })).toHaveProperty('OIDC_CLIENT_SECRET');
    expect(faultsOf({ ...oidc, WITNESS_AUTH: 'none' })).toHaveProperty('WITNESS_AUTH');
  });

  it.each(['http://id.example', 'id.example', 'https://user:secret@id.example', 'https://id.example/?x=1'])(
    'refuse the issuer %j, and take plain HTTP on this machine alone',
    (issuer) => {
      expect(faultsOf({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'witness' })).toHaveProperty('OIDC_ISSUER');
      expect(settingsOf({ OIDC_ISSUER: 'http://127.0.0.1:9000', OIDC_AUDIENCE: 'w' }).oidc).not.toBeNull();
    },
  );

  it('take a public URL as an origin alone', () => {
    expect(settingsOf({ WITNESS_PUBLIC_URL: 'https://witness.example/' }).publicUrl).toBe(
      'https://witness.example',
    );
    for (const url of [
      'witness.example',
      'ftp://witness.example',
      'https://witness.example/path',
      'https://*.example',
    ]) {
      expect(faultsOf({ WITNESS_PUBLIC_URL: url })).toHaveProperty('WITNESS_PUBLIC_URL');
    }
  });

  it('take origins of other pages exactly, and no pattern of them', () => {
    expect(settingsOf({}).corsOrigins).toEqual([]);
    const origins = 'https://App.example:443/, http://localhost:3000';
    expect(settingsOf({ WITNESS_CORS_ORIGINS: origins }).corsOrigins).toEqual([
      'https://app.example',
      'http://localhost:3000',
    ]);
    for (const origin of [
      '*',
      'null',
      'app.example',
      'https://*',
      'https://*.example',
      'https://%2A.example',
      'https://app.example/path',
    ]) {
      expect(faultsOf({ WITNESS_CORS_ORIGINS: `https://app.example,${origin}` })).toHaveProperty(
        'WITNESS_CORS_ORIGINS',
      );
    }
    expect(faultsOf({ WITNESS_CORS_ORIGINS: '*,https://app.example,app.example' })).toHaveProperty(
      'WITNESS_CORS_ORIGINS',
      expect.stringContaining('None is number 1, 3 of yours'),
    );
  });

  it('refuse an owner for the embedded database', () => {
    expect(faultsOf({ DATABASE_MIGRATION_URL: 'postgresql://o@db/w' })).toHaveProperty(
      'DATABASE_MIGRATION_URL',
    );
  });
});

describe('the settings of a collector', () => {
  it('are those of OpenTelemetry, and need the address only', () => {
    expect(settingsOf({}).telemetry).toBeNull();
    expect(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example:4318/' }).telemetry).toEqual({
      endpoint: 'https://otel.example:4318',
      headers: {},
      serviceName: 'mcp-witness',
      metricIntervalMs: 60_000,
    });
  });

  it('decode the headers, and never show a bad one', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
    const good = {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc, x=1',
    };
    expect(settingsOf(good).telemetry?.headers).toEqual({ authorization: 'Bearer abc', x: '1' });
    const bad = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' };
    expect(JSON.stringify(faultsOf(bad))).toMatch(/^\{"OTEL_EXPORTER_OTLP_HEADERS":(?!.*hunter2)/);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_METRIC_EXPORT_INTERVAL', '1'],
  ])('refuse %s=%s', (name, value) => {
    expect(faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value })).toHaveProperty(
      name,
    );
  });
});
