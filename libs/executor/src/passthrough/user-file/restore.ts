import { rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withoutOurs } from './merge.ts';
import { readText } from './rebase.ts';
import { dropRecord, type MergeRecord, originalText } from './record.ts';
import { replaceFile, writeBeside } from './write-file.ts';

/**
 * How a file was left: `restored` byte for byte, `unmerged` from what somebody else changed meanwhile, or `kept` as it is, where
 * ours cannot be told apart in it, with the original, if there was one, beside it at `backup`. `held`: other runs need it still.
 * `away`: where it lay is not there, and a later run tries again.
 */
export type Restoring =
  | { readonly kind: 'restored' | 'unmerged' | 'held' | 'away'; readonly file: string }
  | { readonly kind: 'kept'; readonly file: string; readonly backup: string | null };

async function putBack({ file, original, made }: MergeRecord): Promise<void> {
  if (original !== null) {
    await replaceFile(file, Buffer.from(original.bytes, 'base64'), original.mode);
    await utimes(file, original.atimeMs / 1000, original.mtimeMs / 1000);
    return;
  }
  await rm(file, { force: true });
  for (const directory of made) await rmdir(directory).catch(() => undefined);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A file that somebody took away meanwhile is not brought back, but a whole file system may be away for a while. */
const isAway = async ({ file, made }: MergeRecord): Promise<boolean> =>
  !(await isThere(dirname(made.at(-1) ?? file)));

async function keepBeside({ file, original }: MergeRecord): Promise<string | null> {
  if (original === null) return null;
  return writeBeside(`${file}.before-witness`, Buffer.from(original.bytes, 'base64'));
}

async function leave(record: MergeRecord): Promise<Restoring> {
  const { file, original, written } = record;
  const current = await readText(file);
  if (current === null) return { kind: (await isAway(record)) ? 'away' : 'restored', file };
  if (current === originalText(record)) return { kind: 'restored', file };
  if (written.includes(current)) {
    await putBack(record);
    return { kind: 'restored', file };
  }
  const rest = withoutOurs(current, record);
  if (rest === null) return { kind: 'kept', file, backup: await keepBeside(record) };
  await replaceFile(file, rest, original?.mode ?? 0o644);
  return { kind: 'unmerged', file };
}

/** Leaves the file without what is ours, and drops the record, which stays where that cannot be done now. */
export async function restore(path: string, record: MergeRecord): Promise<Restoring> {
  const restoring = await leave(record);
  if (restoring.kind !== 'away') await dropRecord(path);
  return restoring;
}
