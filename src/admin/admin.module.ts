import { Module } from '@nestjs/common';
import { type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { POOL } from '../database/pool.ts';
import { AccessLogController } from './access-log.controller.ts';
import { Erasures } from './erasure/erasures.ts';
import { KeysController } from './keys.controller.ts';
import { type Keys, KEYS, postgresKeys } from './keys.postgres.ts';
import { RetentionController } from './retention.controller.ts';
import { AdminSessionsController } from './sessions.controller.ts';
import { RetentionSweep } from './sweep/retention-sweep.ts';
import { TenantsController } from './tenants.controller.ts';
import { postgresTenants, type Tenants, TENANTS } from './tenants.postgres.ts';

/** Who may use the service, whose data is kept apart, what is erased, and who did so. */
@Module({
  controllers: [
    KeysController,
    TenantsController,
    AdminSessionsController,
    AccessLogController,
    RetentionController,
  ],
  providers: [
    {
      provide: KEYS,
      inject: [DataSource],
      useFactory: (dataSource: DataSource): Keys => postgresKeys(dataSource),
    },
    { provide: TENANTS, inject: [POOL], useFactory: (pool: Pool): Tenants => postgresTenants(pool) },
    Erasures,
    RetentionSweep,
  ],
})
export class AdminModule {}
