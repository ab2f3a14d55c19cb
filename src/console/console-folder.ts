import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Where the built page lies; null when it was not built. */
export const consoleFolder = (): string | null => {
  const folder = join(dirname(require.resolve('@mcp-witness/console/package.json')), 'dist');
  return existsSync(join(folder, 'index.html')) ? folder : null;
};
