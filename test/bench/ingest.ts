/**
 * Evidence over HTTP beside the event log's own port, for batches of the same size, in interleaved rounds on one server.
 *
 *   npm run bench -- ingest [--seconds 2 --rounds 3]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalPostgres } from '@mcp-witness/local-postgres';
import { evidenceArm } from './evidence.ts';
import { measure } from './measure.ts';
import { portArm } from './port.ts';
import { judge, table } from './report.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '3' } },
});

const batch = 100;
const port = `event log port, ${batch} an append`;
const targets = [{ of: `POST /v1/evidence, ${batch} a batch`, times: 0.5, reference: port }] as const;

const dataDir = await mkdtemp(join(tmpdir(), 'witness-bench-'));
const server = await startLocalPostgres({
  dataDir,
  settings: { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min', jit: 'off' },
});
try {
  const arms = [await portArm(server.url, batch), await evidenceArm(server.url, batch)];
  const results = await measure(arms, { seconds: Number(values.seconds), rounds: Number(values.rounds) });
  for (const arm of arms) await arm.close();
  const verdicts = judge(results, targets);
  console.log(`${table(results, port)}\n\n${verdicts.lines.join('\n')}`);
  process.exitCode = verdicts.hold ? 0 : 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
