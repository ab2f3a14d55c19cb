import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readServers } from '../json-form.ts';

/** The names that these texts give to servers; one that cannot be read names none. */
export const namesInTexts = (member: string, texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => Object.keys(readServers(member, text) ?? {})));

/** The same of files, where they are there. */
export async function namesInFiles(member: string, files: readonly string[]): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return namesInTexts(member, texts);
}

/** A directory and those above it, up to the one that a repository begins in. */
export function directoriesUp(directory: string): readonly string[] {
  const found = [directory];
  for (let here = directory; !existsSync(join(here, '.git')) && dirname(here) !== here;) {
    here = dirname(here);
    found.push(here);
  }
  return found;
}
