import { type FileHandle, open } from 'node:fs/promises';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { type Batch } from './backlog.ts';
import { readBatch } from './read-batch.ts';
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

/** A line that a crash or a full disk cut off must not swallow the next one. */
const mend = Buffer.from('\n');

/**
 * An append-only file of checked lines: events, and marks of how far they were sent. Writes that wait are written
 * together. Once everything in it is sent it is emptied. `from` is where the unsent part of an older file starts.
 */
export async function openFileStore(path: string, from = 0): Promise<Store> {
  const file = await open(path, 'a+', 0o600);
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
    if (waiting.length > 0 || sentUpTo < size) return;
    await file.truncate(0);
    size = 0;
    sentUpTo = 0;
    torn = false;
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
