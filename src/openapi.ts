import { type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Pool } from 'pg';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { type Signer } from './audit/blocks/signing-key.ts';
import { AppModule } from './app.module.ts';
import { documentedSchemas } from './app.schemas.ts';
import { type Settings } from './config/settings.ts';
import { createFastify } from './http/fastify.ts';
import { describeApi } from './http/openapi.ts';
import { defaultPeriods } from './leases/leases.ts';
import { postgresLog } from './log/open-log.ts';
import { sealedLogOver } from './log/open-sealed-log.ts';

const settings: Settings = {
  host: '127.0.0.1',
  port: 0,
  dataDirectory: '',
  databaseUrl: null,
  databaseMigrationUrl: null,
  kurrentdbUrl: null,
  auth: 'required',
  adminKey: null,
  logLevel: 'silent',
  telemetry: null,
  keyEncryptionKey: null,
  signingKey: null,
  retentionDays: 30,
  logRetentionDays: null,
};

/** Signs nothing: the application is only looked at. */
const signer: Signer = { key_id: '', public_key: Buffer.alloc(0), sign: () => Buffer.alloc(0) };

/** The text of the OpenAPI document that the service serves. Connects to nothing: the application is only looked at. */
export const openApiText = async (): Promise<string> => {
  const pool = new Pool();
  const database = { dataSource: new DataSource({ type: 'postgres' }), pool };
  const root = AppModule.of({
    settings,
    database,
    logs: sealedLogOver(postgresLog(pool), pool, null),
    signer,
    telemetry: null,
    leases: defaultPeriods,
  });
  const options: Pick<NestApplicationOptions, 'preview' | 'bodyParser' | 'logger' | 'abortOnError'> = {
    preview: true,
    bodyParser: false,
    logger: false,
    abortOnError: false,
  };
  const app = await NestFactory.create<NestFastifyApplication>(root, createFastify('silent'), options);
  return `${JSON.stringify(describeApi(app, documentedSchemas), null, 2)}\n`;
};
