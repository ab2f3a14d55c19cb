import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../../ids.ts';

/** In the place of the file, whole or not at all. */
export async function replaceFile(file: string, content: string | Buffer, mode: number): Promise<void> {
  const fresh = join(dirname(file), `.witness-${newId()}`);
  try {
    await writeFile(fresh, content, { mode: 0o600, flag: 'wx', flush: true });
    await chmod(fresh, mode);
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Under this name, or where there is such a file under the first that is free behind it; answers with that. */
export async function writeBeside(name: string, content: Buffer): Promise<string> {
  for (let count = 1; ; count++) {
    const file = count === 1 ? name : `${name}-${count}`;
    try {
      await writeFile(file, content, { mode: 0o600, flag: 'wx', flush: true });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
