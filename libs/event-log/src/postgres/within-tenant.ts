import { escapeLiteral, type Pool, type PoolClient } from 'pg';

const enter = (tenantId: string): string =>
  `begin read only; select set_config('role', 'witness_tenant', true), set_config('witness.tenant', ${escapeLiteral(tenantId)}, true)`;

const ignore = (): void => undefined;

/**
 * Reads behind the tenant wall: in the role `witness_tenant`, which meets rows of this tenant alone. In one message
 * with the start of the transaction, so that it costs two exchanges more than reading without.
 */
export async function withinTenant<Result>(
  pool: Pool,
  tenantId: string,
  read: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // A loss between two statements is told by the second.
  client.on('error', ignore);
  // Until it commits its role and transaction are unknown, and nobody gets this connection.
  let broken = true;
  try {
    await client.query(enter(tenantId));
    const result = await read(client);
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}
