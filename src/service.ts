import { type OpenEventLog } from '@mcp-witness/event-log';
import { type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import 'reflect-metadata';
import { readSigner } from './audit/blocks/signing-key.ts';
import { AppModule, type Foundation } from './app.module.ts';
import { documentedSchemas } from './app.schemas.ts';
import { describeChannels } from './asyncapi.ts';
import { CREDENTIALS, type Credentials } from './auth/credentials.ts';
import { firstKeyNotice } from './auth/first-key.ts';
import { type Settings } from './config/settings.ts';
import { type Database, openDatabase } from './database/database.ts';
import { Readiness } from './health/readiness.ts';
import { createFastify } from './http/fastify.ts';
import { nestLogger } from './http/nest-logger.ts';
import { describeApi } from './http/openapi.ts';
import { refuseTakenPort, toPortFailure } from './http/port.ts';
import { defaultPeriods, type LeasePeriods } from './leases/leases.ts';
import { openSealedLog } from './log/open-sealed-log.ts';
import { type SocketBounds, usualBounds } from './sockets/socket-bounds.ts';
import { SocketAdapter } from './sockets/socket.adapter.ts';
import {
  AttemptReport,
  Catalog,
  CatalogReference,
  Projection,
  SessionStatusRow,
} from './projections/entities/index.ts';
import { openTelemetry } from './telemetry/open-telemetry.ts';
import { tracedLog } from './telemetry/traced-log.ts';

export { type ExportFault, type ExportFaultCode } from './audit/export/export-fault.ts';
export { type VerifiedExport, verifyExport, type VerifyExport } from './audit/export/verify-export.ts';
export { describeFaults, readSettings } from './config/read-settings.ts';
export { type ReadSettings, type SettingFault, type Settings } from './config/settings.ts';
export {
  rebuildProjections,
  type RebuildProgress,
  type RebuildProjections,
  type RebuildResult,
} from './rebuild-projections.ts';
export { onStopSignals, type StopSignals } from './stop-signals.ts';

/** A service that answers. */
export interface RunningService {
  /** Without a slash at the end; of this machine when it listens everywhere. */
  readonly url: string;
  /** What the person who started it should do, if anything. */
  readonly notice: string | null;
  /**
   * Takes no new connections, answers what comes on open ones and ends those with it, closes sockets (1001), stores what
   * waits for the log, and stops the embedded database last. Calling it again gives the same promise.
   */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Stands between the service and its log. For tests of what happens when an append fails. */
  readonly throughLog?: (log: OpenEventLog) => OpenEventLog;
  /** For tests that do not want to wait as long as users do. */
  readonly leases?: LeasePeriods;
  /** For tests of clients that are too slow. */
  readonly sockets?: SocketBounds;
}

/** How long requests may go on after the service was told to stop, in milliseconds. */
const drainMilliseconds = 10_000;

/** Starts the service: embedded database where none is named, migrations, HTTP. Rejects with what could not be started. */
export const startService = async (
  settings: Settings,
  options: StartOptions = {},
): Promise<RunningService> => {
  await refuseTakenPort(settings);
  const adapter = createFastify(settings);
  const logger = adapter.getInstance().log;
  const database = await openDatabase({
    settings,
    entities: [AttemptReport, Catalog, CatalogReference, Projection, SessionStatusRow],
    log: (line) => {
      logger.info(line);
    },
  });
  const telemetry = settings.telemetry && openTelemetry(settings.telemetry);
  const through = (opened: OpenEventLog): OpenEventLog => {
    const log = options.throughLog?.(opened) ?? opened;
    return telemetry === null ? log : tracedLog(log, telemetry);
  };
  const { logs, signer } = await openTrail(settings, database, through);
  const closeFoundation = async (): Promise<void> => {
    try {
      await logs.log.close();
    } finally {
      await database.close();
      await telemetry?.close();
    }
  };
  try {
    const { leases = defaultPeriods, sockets = usualBounds } = options;
    const foundation = { settings, database, logs, signer, telemetry, leases, sockets };
    const { app, notice } = await listen({ adapter, ...foundation });
    return { url: urlOf(app, settings), notice, close: once(() => stop(app, closeFoundation)) };
  } catch (error) {
    await closeFoundation();
    throw error;
  }
};

/** The log, and who signs it. Closes the database where it cannot be opened. */
const openTrail = async (
  settings: Settings,
  database: Database,
  through: (log: OpenEventLog) => OpenEventLog,
): Promise<Pick<Parts, 'logs' | 'signer'>> => {
  try {
    const signer = await readSigner(settings.signingKey, settings.dataDirectory);
    return { signer, logs: await openSealedLog({ settings, pool: database.pool, through }) };
  } catch (error) {
    await database.close();
    throw error;
  }
};

interface Parts extends Foundation {
  readonly adapter: ReturnType<typeof createFastify>;
}

interface Listening {
  readonly app: NestFastifyApplication;
  readonly notice: string | null;
}

const listen = async (parts: Parts): Promise<Listening> => {
  const { adapter, ...foundation } = parts;
  const { settings } = foundation;
  const fastify = adapter.getInstance();
  const options: Pick<NestApplicationOptions, 'bodyParser' | 'abortOnError' | 'logger'> = {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(fastify.log),
  };
  const root = AppModule.of(foundation);
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, options);
  app.useWebSocketAdapter(new SocketAdapter(app));
  try {
    const document = JSON.stringify(describeApi(app, documentedSchemas));
    fastify.get('/openapi.json', (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document),
    );
    const channels = JSON.stringify(describeChannels());
    fastify.get('/asyncapi.json', (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(channels),
    );
    await app.listen({ host: settings.host, port: settings.port });
    return { app, notice: await firstKeyNotice(settings, app.get<Credentials>(CREDENTIALS)) };
  } catch (error) {
    await app.close();
    throw toPortFailure(settings, error);
  }
};

const stop = async (app: NestFastifyApplication, closeFoundation: () => Promise<void>): Promise<void> => {
  app.get(Readiness).beginStop();
  const server = app.getHttpServer();
  const late = setTimeout(() => {
    server.closeAllConnections();
  }, drainMilliseconds);
  try {
    await app.close();
  } finally {
    clearTimeout(late);
    await closeFoundation();
  }
};

const urlOf = (app: NestFastifyApplication, { host }: Settings): string => {
  const address = app.getHttpServer().address();
  if (address === null || typeof address === 'string') throw new Error('The service listens on no port.');
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${address.port}`;
};

const once = (act: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => (running ??= act());
};
