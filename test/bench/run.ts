/**
 * The benchmarks, each in a process of its own, one after the other; those named first on the command line, or all. What else is
 * there is for them. Exit code 1 when a target of any does not hold.
 *
 *   npm run bench [-- appending | ingest | rebuild | growth | live | passing | console | observing [options]]
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const benchmarks = {
  appending: './appending.ts',
  ingest: './ingest.ts',
  rebuild: './rebuild.ts',
  growth: './growth.ts',
  live: './live.ts',
  passing: './passing/run.ts',
  console: './console.ts',
  observing: './observing/run.ts',
  sealing: './sealing.ts',
} as const;

const args = process.argv.slice(2);
const named = args.filter((arg) => arg in benchmarks);
const options = args.filter((arg) => !(arg in benchmarks));
let failed = false;
for (const [name, file] of Object.entries(benchmarks)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.error(`benchmark: ${name}`);
  const program = fileURLToPath(new URL(file, import.meta.url));
  const node = [...process.execArgv, program, ...options];
  const { status } = spawnSync(process.execPath, node, { stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
