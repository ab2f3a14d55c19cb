import { type DataSource, type EntityManager } from 'typeorm';

/** Takes the role behind the tenant wall, and names the tenant; both end with the transaction. */
const enterSql = `select set_config('role', 'witness_tenant', true), set_config('witness.tenant', $1, true)`;

/**
 * Runs `act` in one transaction that meets rows of this tenant alone: what its statements forget to ask is asked by
 * row-level security. For all that is read or written for a caller; workers serve every tenant and do without.
 */
export const asTenant = <Result>(
  dataSource: DataSource,
  tenantId: string,
  act: (manager: EntityManager) => Promise<Result>,
): Promise<Result> =>
  dataSource.transaction(async (manager) => {
    await manager.query(enterSql, [tenantId]);
    return act(manager);
  });
