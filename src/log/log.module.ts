import { type EventLog } from '@mcp-witness/event-log';
import { type DynamicModule, Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CATALOGS, type Catalogs } from './catalogs.ts';
import { postgresCatalogs } from './catalogs.postgres.ts';
import { EVENT_LOG } from './event-log.ts';
import { createTail, TAIL, type Tail } from './read/tail.ts';

/**
 * Gives every module the event log that was opened before the application was made, the catalogs beside it, and the one
 * follower of its end.
 */
@Global()
@Module({})
export class LogModule implements OnModuleDestroy {
  constructor(@Inject(TAIL) private readonly tail: Tail) {}

  onModuleDestroy(): void {
    this.tail.close();
  }

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
        { provide: TAIL, useValue: createTail(log) },
      ],
      exports: [EVENT_LOG, CATALOGS, TAIL],
    };
  }
}
