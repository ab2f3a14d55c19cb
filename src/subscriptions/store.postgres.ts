import { Position } from '@mcp-witness/event-log';
import { type DataSource, type EntityManager } from 'typeorm';
import { asTenant } from '../database/as-tenant.ts';
import { type Selection } from '../log/read/feed-event.ts';
import { type SubscriptionStore } from './store.ts';
import { type Subscription } from './subscription.ts';

/** Subscriptions of one tenant. */
const mostSubscriptions = 1_000;

const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`;

const columns = `name, selection, acknowledged, delivered, scanned, ${instant('created_at')}, ${instant('updated_at')}`;

interface Row {
  readonly name: string;
  readonly selection: string;
  readonly acknowledged: string;
  readonly delivered: string;
  readonly scanned: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const positionOf = (text: string): Position => Position.parse(text) ?? Position.start;

const toSubscription = (row: Row): Subscription => ({
  name: row.name,
  selection: JSON.parse(row.selection) as Selection,
  acknowledged: positionOf(row.acknowledged),
  delivered: positionOf(row.delivered),
  scanned: positionOf(row.scanned),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const replaceSql = `
with put as (
  update subscriptions set selection = $3, updated_at = now() where tenant_id = $1 and name = $2 returning *)
select ${columns} from put`;

const makeSql = `
with made as (
  insert into subscriptions (tenant_id, name, selection, acknowledged, delivered, scanned)
  select $1, $2, $3, $4::numeric, $4::numeric, $4::numeric
  where (select count(*) from subscriptions where tenant_id = $1) < $5::int
  on conflict (tenant_id, name) do nothing returning *)
select ${columns} from made`;

const readSql = `select ${columns} from subscriptions where tenant_id = $1 and name = $2`;

const listSql = `select ${columns} from subscriptions where tenant_id = $1 order by name collate "C"`;

/** Over all tenants, for metrics. */
const furthestSql = `
select tenant_id, (select count(*)::int from subscriptions) as total, ${columns}
from subscriptions order by subscriptions.scanned limit $1`;

const removeSql = `
with removed as (delete from subscriptions where tenant_id = $1 and name = $2 returning 1)
select count(*)::int as rows from removed`;

const deliverSql = `
with delivered as (
  update subscriptions set delivered = greatest(delivered, $3::numeric), updated_at = now()
  where tenant_id = $1 and name = $2 returning 1)
select count(*)::int as rows from delivered`;

const skipSql = `
update subscriptions set scanned = $4::numeric
where tenant_id = $1 and name = $2 and scanned = $3::numeric and $4::numeric > scanned`;

const acknowledgeSql = `
with done as (
  update subscriptions
  set acknowledged = $3::numeric, scanned = greatest(scanned, $3::numeric), updated_at = now()
  where tenant_id = $1 and name = $2 and $3::numeric between acknowledged and delivered returning *)
select ${columns} from done`;

const firstOf = async (
  manager: EntityManager,
  sql: string,
  values: readonly unknown[],
): Promise<Subscription | null> => {
  const [row] = await manager.query<Row[]>(sql, [...values]);
  return row === undefined ? null : toSubscription(row);
};

const touches = async (manager: EntityManager, sql: string, values: readonly unknown[]): Promise<boolean> => {
  const [row] = await manager.query<{ rows: number }[]>(sql, [...values]);
  return row !== undefined && row.rows > 0;
};

/** Durable consumers in PostgreSQL. */
export const postgresSubscriptions = (dataSource: DataSource): SubscriptionStore => ({
  put: ({ tenant_id, name }, selection, start) =>
    asTenant(dataSource, tenant_id, async (manager) => {
      const values = [tenant_id, name, JSON.stringify(selection)];
      const known = await firstOf(manager, replaceSql, values);
      if (known !== null) return { outcome: 'known', subscription: known };
      const made = await firstOf(manager, makeSql, [...values, start, mostSubscriptions]);
      if (made !== null) return { outcome: 'made', subscription: made };
      // Another request has made it meanwhile, or there is no room.
      const theirs = await firstOf(manager, replaceSql, values);
      return theirs === null ? { outcome: 'full' } : { outcome: 'known', subscription: theirs };
    }),
  get: ({ tenant_id, name }) =>
    asTenant(dataSource, tenant_id, (manager) => firstOf(manager, readSql, [tenant_id, name])),
  list: (tenantId) =>
    asTenant(dataSource, tenantId, async (manager) =>
      (await manager.query<Row[]>(listSql, [tenantId])).map(toSubscription),
    ),
  remove: ({ tenant_id, name }) =>
    asTenant(dataSource, tenant_id, (manager) => touches(manager, removeSql, [tenant_id, name])),
  deliver: ({ tenant_id, name }, position) =>
    asTenant(dataSource, tenant_id, (manager) => touches(manager, deliverSql, [tenant_id, name, position])),
  skip: ({ tenant_id, name }, from, to) =>
    asTenant(dataSource, tenant_id, async (manager) => {
      await manager.query(skipSql, [tenant_id, name, from, to]);
    }),
  furthestBehind: async (limit) => {
    const rows = await dataSource.query<(Row & { tenant_id: string; total: number })[]>(furthestSql, [limit]);
    const subscriptions = rows.map((row) => ({
      tenant_id: row.tenant_id,
      subscription: toSubscription(row),
    }));
    return { total: rows[0]?.total ?? 0, subscriptions };
  },
  acknowledge: ({ tenant_id, name }, position) =>
    asTenant(dataSource, tenant_id, async (manager) => {
      const subscription = await firstOf(manager, acknowledgeSql, [tenant_id, name, position]);
      if (subscription !== null) return { outcome: 'done', subscription };
      const kept = await firstOf(manager, readSql, [tenant_id, name]);
      if (kept === null) return { outcome: 'unknown' };
      return { outcome: Position.compare(position, kept.acknowledged) < 0 ? 'behind' : 'ahead' };
    }),
});
