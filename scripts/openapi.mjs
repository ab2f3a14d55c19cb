// Writes the OpenAPI document, and the client's types from it. Needs no build and no database.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = `process.stdout.write(await (await import('./src/openapi.ts')).openApiText());`;
const result = spawnSync(
  process.execPath,
  [
    '--conditions=@mcp-witness/source',
    '--import',
    './test/support/typescript.mjs',
    '--input-type=module',
    '-e',
    program,
  ],
  { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
);
if (result.status !== 0) process.exit(1);
const document = 'libs/client/openapi.gen.json';
writeFileSync(`${root}${document}`, result.stdout);
const types = spawnSync(
  'node_modules/.bin/openapi-typescript',
  [document, '--output', 'libs/client/src/schema.gen.ts'],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
process.exitCode = types.status ?? 1;
