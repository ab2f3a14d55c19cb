/**
 * Appending through the port, beside Emmett and beside raw PostgreSQL, in interleaved rounds of one run on one server.
 * Prints a Markdown table; exit code 1 when a target does not hold.
 *
 *   npm run bench -- appending [--seconds 2 --rounds 3]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalPostgres } from '@mcp-witness/local-postgres';
import { emmettArm } from './emmett.ts';
import { measure } from './measure.ts';
import { portArm } from './port.ts';
import { rawArm } from './raw.ts';
import { judge, table } from './report.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '3' } },
});

const dataDir = await mkdtemp(join(tmpdir(), 'witness-bench-'));
const server = await startLocalPostgres({
  dataDir,
  settings: { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min', jit: 'off' },
});
try {
  const raw = await rawArm(server.url);
  const arms = [
    raw,
    await emmettArm(server.url, 1),
    await emmettArm(server.url, 10),
    await portArm(server.url, 1),
    await portArm(server.url, 10),
  ];
  const results = await measure(arms, { seconds: Number(values.seconds), rounds: Number(values.rounds) });
  for (const arm of arms) await arm.close();
  const verdicts = judge(results);
  console.log(`Raw PostgreSQL driven by: ${raw.driver}\n\n${table(results)}\n\n${verdicts.lines.join('\n')}`);
  process.exitCode = verdicts.hold ? 0 : 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
