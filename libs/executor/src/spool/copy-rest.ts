import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { writeAll } from './write-all.ts';

const pieceBytes = 1024 * 1024;

/** Where the rest is gathered; one that a crash left there means nothing. */
export const freshPath = (path: string): string => `${path}.new`;

async function copy(from: FileHandle, start: number, to: FileHandle): Promise<void> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (let at = start; ;) {
    const { bytesRead } = await from.read(piece, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    await writeAll(to, piece.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/**
 * Puts a file that holds the bytes from `start` on in the place of the one at `path`: a crash leaves either. Answers with the
 * new one, open for appending; rejects with the old one in its place and open.
 */
export async function replaceByRest(file: FileHandle, path: string, start: number): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_RDWR, O_TRUNC } = constants;
  const fresh = await open(freshPath(path), O_APPEND | O_CREAT | O_RDWR | O_TRUNC, 0o600);
  try {
    await copy(file, start, fresh);
    await fresh.datasync();
    await rename(freshPath(path), path);
  } catch (error) {
    await fresh.close();
    await unlink(freshPath(path)).catch(() => undefined);
    throw error;
  }
  await file.close().catch(() => undefined);
  return fresh;
}
