import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { type Batch } from './backlog.ts';
import { readAt, readBatch } from './read-batch.ts';
import { encodeLine, encodeSent } from './record.ts';
import type { Store } from './store.ts';

interface Write {
  readonly bytes: Buffer;
  readonly durable: boolean;
  readonly settle: (kept: boolean) => void;
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await file.write(bytes, done)).bytesWritten;
}

/** What is left of a file of which more than this, and most of it, is sent goes into a new one. */
const compactedBytes = 8 * 1024 * 1024;

/** Where that one grows before it takes the file's place. */
export const successorOf = (path: string): string => `${path}.new`;

/** Puts the bytes from `from` on in the place of the file, and answers with the new one, open. */
async function compact(path: string, file: FileHandle, from: number, size: number): Promise<FileHandle> {
  const next = successorOf(path);
  await unlink(next).catch(() => undefined);
  const fresh = await open(next, 'a+', 0o600);
  try {
    await writeAll(fresh, await readAt(file, from, size - from));
    await fresh.datasync();
    await rename(next, path);
  } catch (error) {
    await fresh.close();
    await unlink(next).catch(() => undefined);
    throw error;
  }
  await file.close();
  return fresh;
}

/** A line that a crash or a full disk cut off must not swallow the next one. */
const mend = Buffer.from('\n');

/**
 * An append-only file of checked lines: events, and marks of how far they were sent. Writes that wait are written
 * together. Once everything in it is sent it is emptied, and shortened when most of it is. `from` is where the unsent part of an older file starts.
 */
export async function openFileStore(path: string, from = 0): Promise<Store> {
  let file = await open(path, 'a+', 0o600);
  const waiting: Write[] = [];
  let size = (await file.stat()).size;
  let sentUpTo = from;
  let torn = size > 0;
  let working = Promise.resolve();

  async function writeOut(): Promise<void> {
    const writes = waiting.splice(0);
    if (writes.length === 0) return;
    const bytes = Buffer.concat([...(torn ? [mend] : []), ...writes.map((write) => write.bytes)]);
    let kept = true;
    try {
      torn = true;
      await writeAll(file, bytes);
      torn = false;
      size += bytes.length;
      if (writes.some((write) => write.durable)) await file.datasync();
    } catch {
      kept = false;
      size = await file.stat().then(
        (stat) => stat.size,
        () => size,
      );
    }
    for (const write of writes) write.settle(kept);
  }

  function enqueue(bytes: Buffer, durable: boolean): Promise<boolean> {
    const kept = new Promise<boolean>((settle) => waiting.push({ bytes, durable, settle }));
    working = working.then(writeOut);
    return kept;
  }

  async function dropSent(): Promise<void> {
    if (waiting.length > 0) return;
    if (sentUpTo < size) {
      if (sentUpTo < compactedBytes || sentUpTo < size / 2 || torn) return;
      file = await compact(path, file, sentUpTo, size);
      size -= sentUpTo;
    } else {
      await file.truncate(0);
      size = 0;
      torn = false;
    }
    sentUpTo = 0;
  }

  async function next(): Promise<Batch | null> {
    await working;
    return readBatch(file, sentUpTo);
  }

  return {
    get size() {
      return size;
    },
    append: (events: readonly EvidenceEvent[], durable) =>
      enqueue(Buffer.concat(events.map((event) => encodeLine(JSON.stringify(event)))), durable),
    next,
    async sent({ end }) {
      sentUpTo = end;
      working = working.then(dropSent).catch(() => undefined);
      await working;
      if (sentUpTo > 0) await enqueue(encodeSent(sentUpTo), false);
    },
    async close() {
      await working;
      await file.close();
    },
  };
}
