import { open } from 'node:fs/promises';
import { replaceByRest } from './copy-rest.ts';
import { createGatheredWrites } from './gathered-writes.ts';
import { readBatch } from './read-batch.ts';
import { encodeLine, encodeSent } from './record.ts';
import type { Store } from './store.ts';
import { writeAll } from './write-all.ts';

/** What is left of a file of which more than this, and most of it, is sent goes into a new one. */
const compactedBytes = 8 * 1024 * 1024;

/** A line that a crash or a full disk cut off must not swallow the next one. */
const mend = '\n';

/**
 * An append-only file of checked lines: events, and marks of how far they were sent. Writes that wait are written
 * together. Once everything in it is sent it is emptied; where there is always something left, what was sent is cut off from
 * time to time. `from` is where the unsent part of an older file starts.
 */
export async function openFileStore(path: string, from = 0): Promise<Store> {
  let file = await open(path, 'a+', 0o600);
  let size = (await file.stat()).size;
  let sentUpTo = from;
  let torn = size > 0;

  async function write(text: string, durable: boolean): Promise<boolean> {
    const bytes = Buffer.from(torn ? mend + text : text);
    try {
      torn = true;
      await writeAll(file, bytes);
      torn = false;
      size += bytes.length;
      if (durable) await file.datasync();
      return true;
    } catch {
      size = await file.stat().then(
        (stat) => stat.size,
        () => size,
      );
      return false;
    }
  }

  const writes = createGatheredWrites(write);

  async function dropSent(): Promise<void> {
    const rest = size - sentUpTo;
    if (writes.waiting === 0 && rest <= 0) {
      await file.truncate(0);
      size = 0;
    } else if (sentUpTo >= compactedBytes && sentUpTo >= rest) {
      ({ file, size } = await replaceByRest(file, path, sentUpTo));
    } else return;
    sentUpTo = 0;
    torn = size > 0;
  }

  return {
    get size() {
      return size;
    },
    append: (events, durable) => writes.add(events.map(({ json }) => encodeLine(json)).join(''), durable),
    async next() {
      await writes.flush();
      return readBatch(file, sentUpTo, size);
    },
    async sent({ end }) {
      sentUpTo = end;
      await writes.between(() => dropSent().catch(() => undefined));
      if (sentUpTo > 0) await writes.add(encodeSent(sentUpTo), false);
    },
    async close() {
      await writes.flush();
      await file.close();
    },
  };
}
