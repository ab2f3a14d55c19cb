import { type DynamicModule, Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CATALOGS, type Catalogs } from './catalogs.ts';
import { postgresCatalogs } from './catalogs.postgres.ts';
import { EVENT_LOG, STORED_LOG } from './event-log.ts';
import { type Logs } from './open-sealed-log.ts';
import { createTail, TAIL, type Tail } from './read/tail.ts';
import { SESSION_KEYS, type SessionKeys } from './sealing/session-keys.ts';

/**
 * Gives every module the event log that was opened before the application was made, the catalogs beside it, and the one
 * follower of its end.
 */
@Global()
@Module({})
export class LogModule implements OnModuleDestroy {
  readonly #stopListening: () => void;

  constructor(
    @Inject(TAIL) private readonly tail: Tail,
    @Inject(SESSION_KEYS) keys: SessionKeys,
  ) {
    this.#stopListening = keys.listen(() => {
      tail.forget();
    });
  }

  onModuleDestroy(): void {
    this.#stopListening();
    this.tail.close();
  }

  static of({ log, stored, keys }: Logs): DynamicModule {
    return {
      module: LogModule,
      providers: [
        { provide: EVENT_LOG, useValue: log },
        { provide: STORED_LOG, useValue: stored },
        { provide: SESSION_KEYS, useValue: keys },
        {
          provide: CATALOGS,
          inject: [DataSource],
          useFactory: (dataSource: DataSource): Catalogs => postgresCatalogs(dataSource),
        },
        { provide: TAIL, useValue: createTail(log) },
      ],
      exports: [EVENT_LOG, STORED_LOG, SESSION_KEYS, CATALOGS, TAIL],
    };
  }
}
