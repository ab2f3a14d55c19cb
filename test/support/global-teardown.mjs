import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends the test server, if a spec started one, and waits until it is gone. */
export default async function tearDown() {
  const run = process.env.WITNESS_TEST_RUN;
  const pidFile = join(run, 'keeper.pid');
  if (existsSync(pidFile)) await end(Number(readFileSync(pidFile, 'utf8')));
  rmSync(run, { recursive: true, force: true });
}

async function end(pid) {
  const deadline = Date.now() + 20_000;
  try {
    process.kill(pid, 'SIGTERM');
    while (Date.now() < deadline) {
      process.kill(pid, 0);
      await pause(20);
    }
  } catch (error) {
    if (error.code === 'ESRCH') return;
    throw error;
  }
  throw new Error(`The test database server (process ${pid}) did not end within 20 seconds.`);
}
