import type { FileHandle } from 'node:fs/promises';

export async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await file.write(bytes, done)).bytesWritten;
}
