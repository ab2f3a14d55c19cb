import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { readAt } from './read-batch.ts';
import { wholeLines, withoutMarks } from './record.ts';
import { writeAll } from './write-all.ts';

const pieceBytes = 1024 * 1024;

/** Where the rest is gathered; one that a crash left there means nothing. */
export const freshPath = (path: string): string => `${path}.new`;

/** Copies whole lines but for marks, and answers with how many bytes these are. */
async function copy(from: FileHandle, start: number, to: FileHandle): Promise<number> {
  let at = start;
  let size = pieceBytes;
  let copied = 0;
  for (;;) {
    const bytes = await readAt(from, at, size);
    const { lines, consumed } = wholeLines(bytes);
    if (consumed === 0 && bytes.length < size) return copied;
    if (consumed === 0) size *= 2;
    const kept = withoutMarks(lines);
    await writeAll(to, kept);
    copied += kept.length;
    at += consumed;
  }
}

export interface Rest {
  /** Open for appending. */
  readonly file: FileHandle;
  readonly size: number;
}

/**
 * Puts a file that holds `head` and the events from byte `start` on in the place of the one at `path`: a crash leaves either. Answers
 * with the new one; rejects with the old one in its place and open.
 */
export async function replaceByRest(
  file: FileHandle,
  path: string,
  start: number,
  head: string,
): Promise<Rest> {
  const { O_APPEND, O_CREAT, O_RDWR, O_TRUNC } = constants;
  const fresh = await open(freshPath(path), O_APPEND | O_CREAT | O_RDWR | O_TRUNC, 0o600);
  try {
    await writeAll(fresh, Buffer.from(head));
    const size = Buffer.byteLength(head) + (await copy(file, start, fresh));
    await fresh.datasync();
    await rename(freshPath(path), path);
    await file.close().catch(() => undefined);
    return { file: fresh, size };
  } catch (error) {
    await fresh.close();
    await unlink(freshPath(path)).catch(() => undefined);
    throw error;
  }
}
