// Writes migrations/schema.sql anew, from a database that every migration has run on.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const jest = [
  '--experimental-vm-modules',
  'node_modules/jest/bin/jest.js',
  '--maxWorkers=1',
  'migrations/schema.int.spec.ts',
];
const { status } = spawnSync(process.execPath, jest, {
  cwd: root,
  env: { ...process.env, WITNESS_WRITE_SCHEMA: '1' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
