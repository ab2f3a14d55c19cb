import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const libs = join(import.meta.dirname, '../../libs');
const consoleFolder = join(libs, 'console/dist');

/** The custom element, as it is built. */
export const elementFile = join(libs, 'explorer/dist/bundle/witness-mcp-status.js');

/** What a browser may have to fetch at most, in bytes as packed by gzip. */
export const sizeBudgets = { console: 200 * 1024, element: 150_000 } as const;

const packed = (path: string): number => gzipSync(readFileSync(path)).length;

/** The whole console, with every page of it. */
export const packedConsole = (): number => {
  const assets = readdirSync(join(consoleFolder, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  if (assets.length < 3) throw new Error('The console is not built.');
  return assets
    .map((name) => packed(join(consoleFolder, 'assets', name)))
    .reduce((sum, one) => sum + one, packed(join(consoleFolder, 'index.html')));
};

export const packedElement = (): number => packed(elementFile);
