import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly name?: string;
  readonly version?: string;
}

function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

/** Sources and built files lie at different depths below the manifest. */
function findVersion(folder: string): string {
  const { name, version } = readManifest(folder);
  if (name === 'mcp-witness' && version !== undefined) return version;
  const above = dirname(folder);
  return above === folder ? 'unknown' : findVersion(above);
}

/** Of this service. */
export const serviceVersion = findVersion(dirname(fileURLToPath(import.meta.url)));
