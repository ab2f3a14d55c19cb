import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { Backlog } from './backlog.ts';
import { createByTurn } from './by-turn.ts';
import { createLosses } from './losses.ts';
import { createFileOrMemory } from './file-or-memory.ts';
import { type Store, type Written, written } from './store.ts';

export interface SpoolLimits {
  /** Of the file; further events are dropped and counted. */
  readonly fileBytes: number;
  /** Where there is no file. */
  readonly memoryBytes: number;
  /** On top, for events that open an attempt and for counts of what was lost. */
  readonly reserveBytes: number;
}

export const defaultSpoolLimits: SpoolLimits = {
  fileBytes: 64 * 1024 * 1024,
  memoryBytes: 8 * 1024 * 1024,
  reserveBytes: 1024 * 1024,
};

export interface SpoolOptions {
  /** Null: there is no place on disk. */
  readonly file: Store | null;
  readonly limits: SpoolLimits;
  /** Makes the event that tells of `count` events of an attempt that were dropped. */
  readonly lossEvent: (attempt_id: string, count: number, reason_code: string) => EvidenceEvent;
  readonly onKept: () => void;
}

export interface Spool extends Backlog {
  /**
   * Keeps events in order. `durable`: they open an attempt, and are on disk when this resolves. Never rejects: what
   * cannot be kept is counted. From the first that is dropped on all but openings are, until half of the room is free
   * again: so that one `evidence-lost` per attempt tells of it, and not one for every gap. Where there is a file
   * the count of what is dropped is in it when this resolves, for whoever takes it over should this process be killed; but
   * of no more attempts at a time than a quarter of the reserve has room for, each taking a kilobyte.
   */
  keep(events: readonly EvidenceEvent[], durable: boolean): Promise<void>;
  /** Events dropped so far and not told yet. */
  readonly lost: number;
  readonly onDisk: boolean;
  /** Events that are on no disk. */
  readonly inMemory: number;
  /** Tells of every loss, on top of the limits. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const sizeOf = (events: readonly Written[]): number => events.reduce((sum, { bytes }) => sum + bytes, 0);

export function createSpool(options: SpoolOptions): Spool {
  const { limits } = options;
  const losses = createLosses(options.lossEvent, Math.min(limits.fileBytes, limits.reserveBytes) / 4);
  const store = createFileOrMemory(options.file, {
    fileBytes: limits.fileBytes,
    onReturn: () => void store.markLost(losses.marksOf()),
  });
  let underWay = 0;

  const limit = (): number => (store.onDisk ? limits.fileBytes : limits.memoryBytes);
  const used = (): number => store.size + underWay;
  const isFull = (): boolean => losses.attempts > 0 && used() > limit() / 2;

  function lose(events: readonly EvidenceEvent[]): Promise<void> {
    const reason = store.onDisk ? 'spool_full' : 'buffer_full';
    const attempts = events.map(({ attachment_attempt_id: id }) => id);
    for (const id of attempts) losses.add(id, reason);
    return store.markLost(losses.marksOf(new Set(attempts)));
  }

  const lossEvents = (): readonly Written[] => losses.take().map(written);

  const byTurn = createByTurn(async ({ events, durable }) => {
    await store.append(events, durable);
    underWay -= sizeOf(events);
    options.onKept();
  });

  function write(events: readonly Written[], durable: boolean): Promise<void> {
    underWay += sizeOf(events);
    return byTurn.add({ events, durable });
  }

  return {
    get lost() {
      return losses.count;
    },
    get onDisk() {
      return store.onDisk;
    },
    get inMemory() {
      return store.inMemory;
    },
    keep(events, durable) {
      const room = limit() + (durable ? limits.reserveBytes : 0);
      const lines = events.map(written);
      if (used() + sizeOf(lines) > room || (isFull() && !durable)) {
        return lose(events);
      }
      return write(losses.attempts > 0 && !isFull() ? [...lines, ...lossEvents()] : lines, durable);
    },
    async next() {
      await byTurn.settled();
      return store.next();
    },
    async sent(batch) {
      await store.sent(batch);
      if (losses.attempts > 0 && !isFull()) await write(lossEvents(), false);
    },
    async settle() {
      if (losses.attempts > 0) await write(lossEvents(), true);
    },
    close: () => store.close(),
  };
}
