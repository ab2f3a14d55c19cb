import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeaseWatch } from './lease-watch.ts';
import { LEASE_PERIODS, type LeasePeriods, LEASES, type Leases } from './leases.ts';
import { postgresLeases } from './leases.postgres.ts';

/** Who counts as alive: leases of attempts, and the record of those that were lost. */
@Global()
@Module({})
export class LeasesModule {
  static of(periods: LeasePeriods): DynamicModule {
    return {
      module: LeasesModule,
      providers: [
        { provide: LEASE_PERIODS, useValue: periods },
        {
          provide: LEASES,
          inject: [DataSource],
          useFactory: (dataSource: DataSource): Leases => postgresLeases(dataSource, periods),
        },
        LeaseWatch,
      ],
      exports: [LEASES, LEASE_PERIODS],
    };
  }
}
