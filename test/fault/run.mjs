// The fault checks in their long form, ten times in a row (or as often as the first argument says), but that of the
// executor, which kills two hundred in its one run, the first. Stops at a failure. The last lines tell of every run.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [wanted = '10'] = process.argv.slice(2);
if (!/^[1-9]\d{0,3}$/.test(wanted)) {
  process.stderr.write('npm run fault [-- TIMES]: how often in a row, from 1 to 9999.\n');
  process.exit(2);
}
const times = Number(wanted);
const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--runInBand'];

const all = 'test/fault/';
const others = 'test/fault/(?!killed-executor)';

/** One line a run. */
const told = [];
let holds = true;
for (let time = 1; time <= times && holds; time += 1) {
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
  holds = status === 0;
  const seconds = Math.round((performance.now() - started) / 1_000);
  told.push(`run ${time} of ${times}: ${holds ? 'all hold' : 'FAILED'} after ${seconds} s`);
  process.stderr.write(`${told.at(-1)}\n`);
}
const held = told.length - (holds ? 0 : 1);
process.stderr.write(`\n${told.join('\n')}\n${held} of ${times} runs held\n`);
process.exitCode = holds ? 0 : 1;
