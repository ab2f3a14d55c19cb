// The fault checks in their long form, ten times in a row (or as often as the first argument says), but that of the
// executor, which kills two hundred in its one run, the first. Stops at a failure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const times = Number(process.argv[2] ?? 10);
const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--runInBand'];

const all = 'test/fault/';
const others = 'test/fault/(?!killed-executor)';

for (let time = 1; time <= times; time += 1) {
  process.stderr.write(`fault checks, run ${time} of ${times}\n`);
  const started = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [...jest, `--testPathPatterns=${time === 1 ? all : others}`],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, WITNESS_FAULT: 'long' },
    },
  );
  const seconds = Math.round((performance.now() - started) / 1_000);
  process.stderr.write(
    `run ${time} of ${times}: ${status === 0 ? 'all hold' : 'FAILED'} after ${seconds} s\n`,
  );
  if (status !== 0) process.exit(1);
}
