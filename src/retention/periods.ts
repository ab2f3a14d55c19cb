import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings.ts';
import { asTenant } from '../database/as-tenant.ts';

/** How many days a tenant's data is kept after its session was last seen. */
export interface Period {
  readonly read_model_days: number;
  /** Null: the log is kept. */
  readonly log_days: number | null;
}

/** What a tenant has of its own; null: as the settings say. */
export interface OwnPeriod {
  readonly read_model_days: number | null;
  readonly log_days: number | null;
}

const findSql = 'select read_model_days, log_days from tenant_retention where tenant_id = $1';

const setSql = `
insert into tenant_retention (tenant_id, read_model_days, log_days) values ($1, $2, $3)
on conflict (tenant_id) do update
set read_model_days = excluded.read_model_days, log_days = excluded.log_days, changed_at = now()`;

/** How long what is kept: of the settings, and of tenants that have their own. */
@Injectable()
export class RetentionPeriods {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async own(tenantId: string): Promise<OwnPeriod> {
    const rows = await asTenant(this.dataSource, tenantId, (manager) =>
      manager.query<OwnPeriod[]>(findSql, [tenantId]),
    );
    return rows[0] ?? { read_model_days: null, log_days: null };
  }

  async of(tenantId: string): Promise<Period> {
    const own = await this.own(tenantId);
    return {
      read_model_days: own.read_model_days ?? this.settings.retentionDays,
      log_days: own.log_days ?? this.settings.logRetentionDays,
    };
  }

  async set(tenantId: string, { read_model_days, log_days }: OwnPeriod): Promise<void> {
    await asTenant(this.dataSource, tenantId, (manager) =>
      manager.query(setSql, [tenantId, read_model_days, log_days]),
    );
  }
}
