import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

const codeOf = (error: NodeJS.ErrnoException): string | undefined => error.code;

/**
 * Makes a directory, and those above that are not there, for this user alone. Never rejects: who opens a file in it learns
 * whether that went well. Node's own `recursive` never comes back where the system says of an existing directory that there is
 * no place in it, as automounted homes do.
 */
export async function makeDirectory(path: string): Promise<void> {
  const make = (): Promise<unknown> => mkdir(path, { mode: 0o700 }).then(() => null, codeOf);
  if ((await make()) !== 'ENOENT' || dirname(path) === path) return;
  await makeDirectory(dirname(path));
  await make();
}
