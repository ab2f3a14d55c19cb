import { lstat, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

export type UserFileReading =
  /** `file` is where it really lies; `text` null: it is not there yet. */
  | { readonly ok: true; readonly file: string; readonly text: string | null }
  | { readonly ok: false; readonly why: string };

const refuse = (why: string): UserFileReading => ({ ok: false, why });

const isWithin = (path: string, directory: string): boolean => {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
};

/** Where the path leads, as far as it is there; what is not is put behind it. Null for a link that leads nowhere. */
async function reallyAt(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    const isLink = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isLink || dirname(path) === path) return null;
    const above = await reallyAt(dirname(path));
    return above === null ? null : join(above, basename(path));
  }
}

/** Reads a file of the user's that is to be merged. One that lies outside the directory, by whatever links, is refused. */
export async function readUserFile(path: string, directory: string): Promise<UserFileReading> {
  const [root, file] = await Promise.all([realpath(directory), reallyAt(path)]);
  if (file === null || !isWithin(file, root)) {
    return refuse(
      `${basename(path)} is reached by a link that leads out of the project, and is not written to.`,
    );
  }
  try {
    return { ok: true, file, text: await readFile(file, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { ok: true, file, text: null } : refuse(`${basename(path)} cannot be read.`);
  }
}
