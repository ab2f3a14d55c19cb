import { type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Pool } from 'pg';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import { type Signer } from './audit/blocks/signing-key.ts';
import { type Settings } from './config/settings.ts';
import { createFastify } from './http/fastify.ts';
import { defaultPeriods } from './leases/leases.ts';
import { postgresLog } from './log/open-log.ts';
import { sealedLogOver } from './log/open-sealed-log.ts';
import { usualBounds } from './sockets/socket-bounds.ts';

const settings: Settings = {
  host: '127.0.0.1',
  port: 0,
  dataDirectory: '',
  databaseUrl: null,
  databaseMigrationUrl: null,
  kurrentdbUrl: null,
  auth: 'required',
  adminKey: null,
  oidc: null,
  publicUrl: null,
  corsOrigins: [],
  rateLimit: 6_000,
  logLevel: 'silent',
  telemetry: null,
  keyEncryptionKey: null,
  formerKeyEncryptionKey: null,
  signingKey: null,
  retentionDays: 30,
  logRetentionDays: null,
};

const signer: Signer = { key_id: '', public_key: Buffer.alloc(0), sign: () => Buffer.alloc(0) };

/** The application to be looked at: its modules and routes, with nothing started and nothing connected. */
export const previewApp = async (): Promise<NestFastifyApplication> => {
  const pool = new Pool();
  const logs = sealedLogOver(postgresLog(pool), pool);
  // An open one looks for destroyed keys again and again.
  await logs.log.close();
  const root = AppModule.of({
    settings,
    database: { dataSource: new DataSource({ type: 'postgres' }), pool },
    logs,
    signer,
    telemetry: null,
    leases: defaultPeriods,
    sockets: usualBounds,
  });
  const options: Pick<NestApplicationOptions, 'preview' | 'bodyParser' | 'logger' | 'abortOnError'> = {
    preview: true,
    bodyParser: false,
    logger: false,
    abortOnError: false,
  };
  return NestFactory.create<NestFastifyApplication>(root, createFastify(settings), options);
};
