import { Global, Inject, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { type Pool } from 'pg';
import { POOL } from '../database/pool.ts';
import { databaseCheck } from './database-check.ts';
import { migrationsCheck } from './migrations-check.ts';
import { HealthController } from './health.controller.ts';
import { Readiness } from './readiness.ts';

@Global()
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [Readiness],
  exports: [Readiness],
})
export class HealthModule {
  constructor(readiness: Readiness, @Inject(POOL) pool: Pool) {
    readiness.register('database', databaseCheck(pool));
    readiness.register('migrations', migrationsCheck(pool));
  }
}
