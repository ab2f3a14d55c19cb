import { type DataSource } from 'typeorm';
import { asTenant } from '../database/as-tenant.ts';
import { type LeasePeriods, type Leases } from './leases.ts';

const holdSql = `
insert into attempt_leases as l (tenant_id, attachment_attempt_id, executor_id, since, expires_at)
select $1, k.id, $2, now(), now() + make_interval(secs => $4 / 1000.0) from unnest($3::text[]) as k (id)
on conflict (tenant_id, attachment_attempt_id) do update
set executor_id = excluded.executor_id, expires_at = excluded.expires_at, left_at = null,
  since = case when l.expires_at > now() then l.since else excluded.since end
where l.lost_at is null and not l.ended`;

/** Rows stay for a while: lists ask who was connected when a walk began. */
const giveBackSql = `
update attempt_leases set executor_id = null, expires_at = least(expires_at, now())
where tenant_id = $1 and executor_id = $2 and lost_at is null and attachment_attempt_id <> all ($3::text[])`;

const lostSql = `
select attachment_attempt_id as id from attempt_leases
where tenant_id = $1 and attachment_attempt_id = any ($2::text[]) and lost_at is not null`;

const writtenSql = `
insert into attempt_leases as l (tenant_id, attachment_attempt_id, since, expires_at)
select $1, k.id, now(), now() + make_interval(secs => $3 / 1000.0) from unnest($2::text[]) as k (id)
on conflict (tenant_id, attachment_attempt_id) do update
set expires_at = greatest(l.expires_at, excluded.expires_at),
  since = case when l.expires_at > now() then l.since else excluded.since end
where l.executor_id is null and l.left_at is null and l.lost_at is null and not l.ended`;

const leftSql = `
insert into attempt_leases as l (tenant_id, attachment_attempt_id, since, expires_at, left_at)
select $1, k.id, now(), now(), now() from unnest($2::text[]) as k (id)
on conflict (tenant_id, attachment_attempt_id) do update
set left_at = excluded.left_at, expires_at = least(l.expires_at, excluded.expires_at)
where l.executor_id is null and l.lost_at is null and not l.ended`;

const endedSql = `
update attempt_leases set ended = true where tenant_id = $1 and attachment_attempt_id = $2 and lost_at is null`;

const holderSql = `
select executor_id from attempt_leases
where tenant_id = $1 and attachment_attempt_id = $2 and expires_at > now() and lost_at is null and not ended`;

/** Writes renew a lease again once so much of its period has gone. */
const renewAfter = 0.1;
const mostRemembered = 10_000;

/** Tells which of these a write did not renew a short while ago. */
function createRemembered(milliseconds: number): (keys: readonly string[]) => string[] {
  const renewed = new Map<string, number>();
  return (keys) => {
    const now = performance.now();
    const due = keys.filter((key) => now - (renewed.get(key) ?? -Infinity) > milliseconds);
    for (const key of due) {
      renewed.delete(key);
      renewed.set(key, now);
    }
    for (const oldest of renewed.keys()) {
      if (renewed.size <= mostRemembered) break;
      renewed.delete(oldest);
    }
    return due;
  };
}

/** Rows are always met in the same order, so that two writers never wait for each other. */
const inOrder = (ids: readonly string[]): string[] => [...new Set(ids)].sort();

export function postgresLeases(dataSource: DataSource, periods: LeasePeriods): Leases {
  const due = createRemembered(periods.written * renewAfter);
  return {
    heldMilliseconds: periods.held,
    hold: (tenantId, executorId, attempts) =>
      asTenant(dataSource, tenantId, async (manager) => {
        const ids = inOrder(attempts);
        await manager.query(holdSql, [tenantId, executorId, ids, periods.held]);
        await manager.query(giveBackSql, [tenantId, executorId, ids]);
        const lost = await manager.query<{ id: string }[]>(lostSql, [tenantId, ids]);
        return lost.map(({ id }) => id);
      }),
    async written(tenantId, attempts) {
      const keys = new Map(attempts.map((id) => [JSON.stringify([tenantId, id]), id]));
      const ids = inOrder(due([...keys.keys()]).flatMap((key) => keys.get(key) ?? []));
      if (ids.length === 0) return;
      await asTenant(dataSource, tenantId, (manager) =>
        manager.query(writtenSql, [tenantId, ids, periods.written]),
      );
    },
    async left(tenantId, attempts) {
      const ids = inOrder(attempts);
      if (ids.length === 0) return;
      await asTenant(dataSource, tenantId, (manager) => manager.query(leftSql, [tenantId, ids]));
    },
    async ended(tenantId, attempt) {
      await asTenant(dataSource, tenantId, (manager) => manager.query(endedSql, [tenantId, attempt]));
    },
    async holder(tenantId, attempt) {
      const [row] = await asTenant(dataSource, tenantId, (manager) =>
        manager.query<{ executor_id: string | null }[]>(holderSql, [tenantId, attempt]),
      );
      return row?.executor_id ?? null;
    },
  };
}
