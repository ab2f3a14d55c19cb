import { type EventLog } from '@mcp-witness/event-log';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Pool } from 'pg';
import { POOL } from '../database/pool.ts';
import { CATALOGS, type Catalogs } from './catalogs.ts';
import { postgresCatalogs } from './catalogs.postgres.ts';
import { EVENT_LOG } from './event-log.ts';

/** Gives every module the event log that was opened before the application was made, and the catalogs beside it. */
@Global()
@Module({})
export class LogModule {
  static of(log: EventLog): DynamicModule {
    return {
      module: LogModule,
      providers: [
        { provide: EVENT_LOG, useValue: log },
        { provide: CATALOGS, inject: [POOL], useFactory: (pool: Pool): Catalogs => postgresCatalogs(pool) },
      ],
      exports: [EVENT_LOG, CATALOGS],
    };
  }
}
