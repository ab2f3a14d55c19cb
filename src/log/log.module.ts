import { type EventLog } from '@mcp-witness/event-log';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
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
        {
          provide: CATALOGS,
          inject: [DataSource],
          useFactory: (dataSource: DataSource): Catalogs => postgresCatalogs(dataSource),
        },
      ],
      exports: [EVENT_LOG, CATALOGS],
    };
  }
}
