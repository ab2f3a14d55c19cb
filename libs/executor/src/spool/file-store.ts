import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGatheredWrites } from './gathered-writes.ts';
import { openLinesFile } from './lines-file.ts';
import { createLossMarks } from './loss-marks.ts';
import { readBatch } from './read-batch.ts';
import { encodeLine, encodeSent } from './record.ts';
import type { Store } from './store.ts';

/** What is left of a file of which more than this, and most of it, is sent goes into a new one. */
const compactedBytes = 8 * 1024 * 1024;

const gatherMarksMs = 20;

const done = (): boolean => true;
const notDone = (): boolean => false;

/**
 * A file of checked lines: events, marks of how far they were sent, and marks of losses, which alone are overwritten. Writes
 * that wait are written together. Once every event in it is sent it is emptied; where there is always something left, what was
 * sent is cut off from time to time. `from` is where the unsent part of an older file starts.
 */
export async function openFileStore(path: string, from = 0): Promise<Store> {
  const file = await openLinesFile(path);
  let sentUpTo = from;
  /** Behind this there are marks of losses alone. */
  let eventsEnd = file.size;
  const losses = createLossMarks();
  let marking: Promise<void> | null = null;

  const writes = createGatheredWrites(async (text, durable) => {
    const start = await file.append(text, durable);
    eventsEnd = file.size;
    return start !== null;
  });

  async function cutSent(): Promise<void> {
    await file.cut(sentUpTo, losses.linesOf('all'));
    losses.place(0);
  }

  /** A full disk must not keep the file from being emptied: marks of losses are written anew then. */
  async function empty(): Promise<void> {
    if (losses.size > 0 && (await cutSent().then(done, notDone))) return;
    await file.empty();
    losses.displace();
  }

  async function dropSent(): Promise<void> {
    if (writes.waiting === 0 && eventsEnd <= sentUpTo) await empty();
    else if (sentUpTo >= compactedBytes && sentUpTo >= file.size - sentUpTo) await cutSent();
    else return;
    sentUpTo = 0;
    eventsEnd = file.size;
  }

  async function writeMarks(): Promise<void> {
    marking = null;
    const fresh = losses.linesOf('unplaced');
    const start = fresh === '' ? null : await file.append(fresh, false);
    if (start !== null) losses.place(start);
    const inPlace = await open(path, 'r+');
    await losses.overwrite(inPlace).finally(() => inPlace.close());
  }

  return {
    get size() {
      return file.size;
    },
    async append(events, durable) {
      const kept = await writes.add(events.map(({ json }) => encodeLine(json)).join(''), durable);
      if (kept) losses.told(events);
      return kept;
    },
    markLost(events) {
      losses.set(events);
      marking ??= pause(gatherMarksMs).then(() => writes.between(() => writeMarks().catch(() => undefined)));
      return marking;
    },
    async next() {
      await writes.flush();
      return readBatch(file.handle, sentUpTo, file.size);
    },
    async sent({ end }) {
      sentUpTo = end;
      await writes.between(() => dropSent().catch(() => undefined));
      if (sentUpTo > 0) await writes.add(encodeSent(sentUpTo), false);
    },
    async close() {
      await marking;
      await writes.flush();
      await file.handle.close();
    },
  };
}
