import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeDirectory } from '../spool/make-directory.ts';
import { isGone, parseOwnerName } from '../spool/place.ts';

/** Files of one run alone, which go with it. */
export interface OwnPlace {
  readonly directory: string;
  /** Writes a new file for this user alone; one elsewhere than in the directory is taken down first. */
  write(file: string, text: string): Promise<void>;
  clear(): Promise<void>;
}

const list = 'elsewhere';
/** What a list may name: never a file that is not a run's own. */
const ownName = /^witness-[0-9a-f-]{36}\./;

const runsOf = (state: string): string => join(state, 'passthrough', 'runs');

async function clear(directory: string): Promise<void> {
  const elsewhere = await readFile(join(directory, list), 'utf8').catch(() => '');
  for (const file of elsewhere.split('\n')) {
    if (ownName.test(basename(file))) await rm(file, { force: true });
  }
  await rm(directory, { recursive: true, force: true });
}

export async function openOwnPlace(state: string, owner: string): Promise<OwnPlace> {
  const directory = join(runsOf(state), owner);
  await makeDirectory(runsOf(state));
  await mkdir(directory, { mode: 0o700 });
  return {
    directory,
    async write(file, text) {
      if (dirname(file) !== directory) {
        await appendFile(join(directory, list), `${file}\n`, { mode: 0o600, flush: true });
        await makeDirectory(dirname(file));
      }
      await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    },
    clear: () => clear(directory),
  };
}

/** Clears what runs that were killed left, each whatever becomes of the others. */
export async function clearOwnPlaces(state: string, onFailed: (error: unknown) => void): Promise<void> {
  for (const name of await readdir(runsOf(state)).catch(() => [])) {
    const owner = parseOwnerName(name);
    if (owner !== null && isGone(owner)) await clear(join(runsOf(state), name)).catch(onFailed);
  }
}
