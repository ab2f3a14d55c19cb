/**
 * The benchmarks, each in a process of its own, one after the other; those named first on the command line, or all. What else is
 * there is for them. Exit code 1 when a target of any does not hold, 2 when there is none of such a name.
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
const firstOption = args.findIndex((arg) => arg.startsWith('-'));
const named = firstOption < 0 ? args : args.slice(0, firstOption);
const options = args.slice(named.length);
const unknown = named.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(
    `No benchmark is named ${unknown.join(', ')}. There are ${Object.keys(benchmarks).join(', ')}.`,
  );
  process.exit(2);
}
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
