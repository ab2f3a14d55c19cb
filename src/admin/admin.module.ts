import { Module } from '@nestjs/common';
import { type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { POOL } from '../database/pool.ts';
import { KeysController } from './keys.controller.ts';
import { type Keys, KEYS, postgresKeys } from './keys.postgres.ts';
import { TenantsController } from './tenants.controller.ts';
import { postgresTenants, type Tenants, TENANTS } from './tenants.postgres.ts';

/** Who may use the service, and whose data is kept apart. */
@Module({
  controllers: [KeysController, TenantsController],
  providers: [
    {
      provide: KEYS,
      inject: [DataSource],
      useFactory: (dataSource: DataSource): Keys => postgresKeys(dataSource),
    },
    { provide: TENANTS, inject: [POOL], useFactory: (pool: Pool): Tenants => postgresTenants(pool) },
  ],
})
export class AdminModule {}
