// Prints "N passed, N failed, N skipped" over Jest's result files in a folder. A run that is named and left no file
// counts as failed; the exit code is non-zero when anything failed or nothing passed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...runs] = process.argv.slice(2);

const counts = (run) => {
  try {
    const report = JSON.parse(readFileSync(join(folder, `${run}.json`), 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    process.stderr.write(`The run "${run}" wrote no result: it counts as failed.\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
};

const total = runs.map(counts).reduce((sum, one) => ({
  passed: sum.passed + one.passed,
  failed: sum.failed + one.failed,
  skipped: sum.skipped + one.skipped,
}));
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
