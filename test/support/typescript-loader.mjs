import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import jest from '../../jest.config.mjs';

const [, options] = jest.transform['^.+\\.ts$'];

/** Module hook: compiles TypeScript sources as Jest does. */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { ...options, filename, swcrc: false });
  return { format: 'module', source: code, shortCircuit: true };
}
