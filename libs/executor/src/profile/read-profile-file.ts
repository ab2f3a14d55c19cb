import { readFile, stat } from 'node:fs/promises';
import { type ProfileReading, readProfile } from './validate.ts';

const maxBytes = 1024 * 1024;

export type ProfileFile =
  | ProfileReading
  /** A sentence about the file as a whole. */
  | { readonly ok: false; readonly reason: string };

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a directory',
};

function whyNot(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return unreadable[code] ?? `it cannot be read${code === '' ? '' : ` (${code})`}`;
}

function parse(text: string): { readonly document: unknown } | null {
  try {
    return { document: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown };
  } catch {
    return null;
  }
}

/** Reads and checks the profile that `--profile` names. */
export async function readProfileFile(path: string): Promise<ProfileFile> {
  try {
    if ((await stat(path)).size > maxBytes) return { ok: false, reason: 'it is larger than 1 MiB' };
    const parsed = parse(await readFile(path, 'utf8'));
    return parsed === null ? { ok: false, reason: 'it is not JSON' } : readProfile(parsed.document);
  } catch (error) {
    return { ok: false, reason: whyNot(error) };
  }
}
