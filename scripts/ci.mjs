// What continuous integration runs: set-up and all tests through `npm test`, the checks that are no tests, the
// smallest real agents, and the MCP conformance suite. The last line is counted from Jest's own result files; the exit
// code is non-zero when anything failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = mkdtempSync(join(tmpdir(), 'witness-ci-'));
const npm = (...args) =>
  spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;

const counts = (file) => {
  try {
    const report = JSON.parse(readFileSync(join(results, file), 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    process.stderr.write(`No result was written to ${file}: that test run counts as failed.\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
};

const runs = [
  ['tests.json', 'test'],
  ['agents.json', 'run', 'test:agents'],
  ['conformance.json', 'run', 'test:conformance'],
];

try {
  const testsOk = runs.map(([file, ...script]) =>
    npm(...script, '--', '--json', `--outputFile=${join(results, file)}`),
  );
  const checksOk = npm('run', 'check');
  const total = runs
    .map(([file]) => counts(file))
    .reduce((a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
    }));
  process.exitCode = checksOk && testsOk.every(Boolean) && total.failed === 0 && total.passed > 0 ? 0 : 1;
  process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
} finally {
  rmSync(results, { recursive: true, force: true });
}
