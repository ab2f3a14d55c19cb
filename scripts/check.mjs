// Everything that is not a test: runs each check, shows the output of those that fail, fails if one did.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const checks = [
  ['types', 'tsc', ['--noEmit', '-p', 'tsconfig.json']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '.', '--log-level', 'warn']],
  ['import ranks', 'depcruise', ['src', 'libs', 'migrations', '--config', '.dependency-cruiser.mjs']],
  ['openapi', 'redocly', ['lint', 'libs/client/openapi.gen.json', '--format', 'stylish']],
  ['unused code', 'knip', ['--no-progress']],
];

const only = new Set(process.argv.slice(2));
const failed = checks
  .filter(([name]) => only.size === 0 || only.has(name))
  .filter(([name, command, args]) => {
    const started = performance.now();
    const result = spawnSync(`node_modules/.bin/${command}`, args, { cwd: root, encoding: 'utf8' });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const ok = result.status === 0;
    process.stderr.write(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`);
    if (!ok) process.stderr.write(`${result.stdout}${result.stderr}\n`);
    return !ok;
  });

process.exitCode = failed.length === 0 ? 0 : 1;
