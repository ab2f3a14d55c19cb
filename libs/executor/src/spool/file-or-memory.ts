import type { Backlog } from './backlog.ts';
import { createMemoryStore } from './memory-store.ts';
import { type Store, written } from './store.ts';

/** A file that took nothing is tried again after so long, and whenever an attempt is opened. */
const againMs = 1000;

/** Events in a file, and in memory for as long as the file takes none. */
export interface FileOrMemory extends Store {
  readonly onDisk: boolean;
  /** Events that are on no disk. */
  readonly inMemory: number;
}

/** What a batch that is on disk by now is marked in. */
const nowhere: Pick<Backlog, 'sent'> = { sent: () => Promise.resolve() };

/**
 * Keeps in `file` what it takes, and the rest in memory; null: there is none. When it takes something again it is given what
 * memory holds, up to `fileBytes`, in order, and `onReturn` is called. Never fails to keep.
 */
export function createFileOrMemory(
  file: Store | null,
  { fileBytes, onReturn }: { readonly fileBytes: number; readonly onReturn: () => void },
): FileOrMemory {
  const memory = createMemoryStore();
  let current: Store = file ?? memory;
  let takenFrom: Pick<Backlog, 'sent'> = current;
  let triedAt = -Infinity;
  let underWay: Promise<void> | null = null;

  async function moveToFile(to: Store): Promise<void> {
    while (memory.count > 0) {
      const batch = await memory.next();
      if (batch === null) return;
      const events = batch.events.map(written);
      const size = events.reduce((sum, { bytes }) => sum + bytes, to.size);
      if (size > fileBytes || !(await to.append(events, false))) return;
      await memory.sent(batch);
      if (takenFrom === memory) takenFrom = nowhere;
    }
    current = to;
    onReturn();
  }

  async function goBack(atOnce: boolean): Promise<void> {
    if (file === null || current === file) return;
    if (underWay === null && (atOnce || performance.now() - triedAt > againMs)) {
      triedAt = performance.now();
      underWay = moveToFile(file).finally(() => {
        underWay = null;
      });
    }
    await underWay;
  }

  return {
    get size() {
      return current.size;
    },
    get onDisk() {
      return current === file;
    },
    get inMemory() {
      return memory.count;
    },
    async append(events, durable) {
      await goBack(durable);
      if (current === file && !(await file.append(events, durable))) {
        current = memory;
        triedAt = performance.now();
        return memory.append(events, false);
      }
      return current === memory ? memory.append(events, false) : true;
    },
    markLost: (events) => current.markLost(events),
    async next() {
      await goBack(false);
      const fromFile = (await file?.next()) ?? null;
      takenFrom = fromFile === null || file === null ? memory : file;
      return fromFile ?? memory.next();
    },
    sent: (batch) => takenFrom.sent(batch),
    async close() {
      await file?.close();
    },
  };
}
