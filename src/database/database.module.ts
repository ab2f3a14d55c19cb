import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Database } from './database.ts';
import { POOL } from './pool.ts';

/** Gives every module the database that was opened before the application was made: `DataSource` and {@link POOL}. */
@Global()
@Module({})
export class DatabaseModule {
  static of({ dataSource, pool }: Pick<Database, 'dataSource' | 'pool'>): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DataSource, useValue: dataSource },
        { provide: POOL, useValue: pool },
      ],
      exports: [DataSource, POOL],
    };
  }
}
