import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalPostgres, startLocalPostgres } from '@mcp-witness/local-postgres';

/** Runs `act` on a PostgreSQL server of its own, with settings under which checkpoints do not fall into a round. */
export async function withServer<Result>(act: (server: LocalPostgres) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'witness-bench-'));
  const server = await startLocalPostgres({
    dataDir,
    settings: { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min', jit: 'off' },
  });
  try {
    return await act(server);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
