import 'reflect-metadata';
import { type NestApplicationOptions, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module.ts';
import { createFastify } from '../../src/http/fastify.ts';
import { defaultPeriods } from '../../src/leases/leases.ts';
import { postgresLog } from '../../src/log/open-log.ts';
import { readSettings } from '../../src/service.ts';

const join = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

const routesOf = (controller: new () => unknown): string[] => {
  const prototype = controller.prototype as Record<string, unknown>;
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const paths = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
    return paths.map((path) => `${method} ${join(base, path)}`);
  });
};

/** Every route of every controller of the application, such as `GET /v1/sessions/:session_id`; nothing is started. */
export const nestRoutes = async (): Promise<readonly string[]> => {
  const read = readSettings({});
  if (!read.ok) throw new Error('The settings of the test are wrong.');
  const pool = new Pool();
  const database = { dataSource: new DataSource({ type: 'postgres' }), pool };
  const root = AppModule.of({
    settings: read.settings,
    database,
    log: postgresLog(pool),
    telemetry: null,
    leases: defaultPeriods,
  });
  const options: Pick<NestApplicationOptions, 'preview' | 'logger' | 'abortOnError'> = {
    preview: true,
    logger: false,
    abortOnError: false,
  };
  const app = await NestFactory.create(root, createFastify('silent'), options);
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => routesOf(metatype as new () => unknown)).sort();
};
