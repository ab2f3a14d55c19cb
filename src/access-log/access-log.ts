import { Inject, Injectable } from '@nestjs/common';
import { type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { type Caller } from '../auth/caller.ts';
import { asTenant } from '../database/as-tenant.ts';
import { POOL } from '../database/pool.ts';

/** What is recorded. An open list: readers take others as they are. */
export type AccessAction =
  | 'audit.export'
  | 'session.erase'
  | 'retention.change'
  | 'key.create'
  | 'key.rotate'
  | 'key.revoke'
  | 'tenant.create'
  | 'tenant.change'
  | 'tenant.close'
  | 'projection.rebuild'
  | 'endpoint.test'
  | 'output.read';

interface AccessEntry {
  /** Rises with every entry of the service. */
  readonly id: string;
  readonly at: string;
  readonly caller: string;
  readonly action: string;
  /** Null: the tenant as a whole. */
  readonly object: string | null;
}

export interface AccessPage {
  readonly entries: readonly AccessEntry[];
  /** Give it as `before` for older ones; null when there are none. */
  readonly next_before: string | null;
}

export type Accessing = Pick<Caller, 'tenant_id' | 'actor'>;

const insertSql = 'insert into access_log (tenant_id, caller, action, object) values ($1, $2, $3, $4)';

const listSql = `
select id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, caller, action, object
from access_log where tenant_id = $1 and id < $2::bigint order by id desc limit $3`;

/** Longer ones are names of nothing. */
const longestObject = 500;

const newest = '9223372036854775807';

/** Who did what with sensitive effect, apart from the evidence. Only ever added to. */
@Injectable()
export class AccessLog {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Records that `caller` does `action` to `object`; call it before the act, so that nothing is done unrecorded. An
   * `object` must not hold a secret, and must name an erased session by its stream. `tenantId`: whose it is; where that
   * is another tenant than the caller's, both find it in their log.
   */
  async record(
    { tenant_id, actor }: Accessing,
    action: AccessAction,
    object: string | null = null,
    tenantId = tenant_id,
  ): Promise<void> {
    await this.pool.query(insertSql, [tenant_id, actor, action, object?.slice(0, longestObject) ?? null]);
    if (tenantId !== tenant_id)
      await this.pool.query(insertSql, [
        tenantId,
        `${tenant_id}/${actor}`,
        action,
        object?.slice(0, longestObject) ?? null,
      ]);
  }

  /** Entries of a tenant, newest first. */
  async list(tenantId: string, before: string | null, limit: number): Promise<AccessPage> {
    const rows = await asTenant(this.dataSource, tenantId, (manager) =>
      manager.query<AccessEntry[]>(listSql, [tenantId, before ?? newest, limit + 1]),
    );
    const entries = rows.slice(0, limit);
    return { entries, next_before: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
  }
}
