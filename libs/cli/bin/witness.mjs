#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write(
    'witness: this checkout is not built yet; run `npm start` or `npm run build` in it first\n',
  );
  process.exitCode = 1;
}
