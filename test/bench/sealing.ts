/**
 * What it costs to seal payloads per session: appending with it beside the same port without, in interleaved rounds of one
 * run on one server. Prints a Markdown table.
 *
 *   npm run bench -- sealing [--seconds 2 --rounds 5]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalPostgres } from '@mcp-witness/local-postgres';
import { measure } from './measure.ts';
import { portArm } from './port.ts';
import { table } from './report.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '5' } },
});

const dataDir = await mkdtemp(join(tmpdir(), 'witness-bench-'));
const server = await startLocalPostgres({
  dataDir,
  settings: { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min', jit: 'off' },
});
try {
  const arms = [];
  for (const events of [1, 10])
    arms.push(await portArm(server.url, events), await portArm(server.url, events, { sealed: true }));
  const results = await measure(arms, { seconds: Number(values.seconds), rounds: Number(values.rounds) });
  for (const arm of arms) await arm.close();
  console.log(table(results, 'event log port, 1 an append'));
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
