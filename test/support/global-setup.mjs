import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'witness-test-run-';

/** Only names a place; the test server starts when the first spec asks for a database. */
export default function setUp() {
  for (const name of readdirSync(tmpdir()))
    if (isLeftOver(name)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  process.env.WITNESS_TEST_RUN = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  process.env.WITNESS_TEST_OWNER = String(process.pid);
}

/** A run whose process is gone; its server has ended by itself a second later. */
function isLeftOver(name) {
  if (!name.startsWith(prefix)) return false;
  const pid = Number(name.slice(prefix.length).split('-')[0]);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
