import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileStore } from './file-store.ts';
import { makeDirectory } from './make-directory.ts';
import { listSpools } from './orphans.ts';
import { spoolFileName, type SpoolOwner } from './place.ts';
import { createSpool, defaultSpoolLimits, type Spool, type SpoolLimits, type SpoolOptions } from './spool.ts';

/** What all spools of one user may take together, before a new one gets only a little. */
const directoryBytes = 256 * 1024 * 1024;
const leastBytes = 1024 * 1024;

async function fileLimit(directory: string, host: string, limits: SpoolLimits): Promise<number> {
  const files = await listSpools(directory, host);
  const taken = files.reduce((sum, file) => sum + file.bytes, 0);
  return Math.min(limits.fileBytes, Math.max(leastBytes, directoryBytes - taken));
}

export interface OpenSpool extends Spool {
  /** Closes it, and removes the file when everything in it was sent. `unkept`: events that only memory held. */
  finish(): Promise<{ readonly unkept: number }>;
}

/** The spool of this process; one that lives in memory where `directory` cannot be written. */
export async function openSpool(
  directory: string,
  owner: SpoolOwner,
  options: Pick<SpoolOptions, 'lossEvent' | 'onKept'> & { readonly limits?: SpoolLimits },
): Promise<OpenSpool> {
  const { limits = defaultSpoolLimits, lossEvent, onKept } = options;
  const path = join(directory, spoolFileName(owner));
  const file = await makeDirectory(directory)
    .then(() => openFileStore(path))
    .catch(() => null);
  const fileBytes = file === null ? 0 : await fileLimit(directory, owner.host, limits);
  const spool = createSpool({ file, limits: { ...limits, fileBytes }, lossEvent, onKept });
  return Object.assign(spool, {
    async finish() {
      await spool.settle();
      const drained = file !== null && (await file.next().catch(() => null)) === null;
      await spool.close();
      if (drained) await unlink(path).catch(() => undefined);
      return { unkept: spool.inMemory };
    },
  });
}
