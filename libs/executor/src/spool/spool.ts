import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { Backlog } from './backlog.ts';
import { createMemoryStore } from './memory-store.ts';
import type { Store } from './store.ts';

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
   * again: so that one `evidence-lost` per attempt tells of it, and not one for every gap.
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

const sizeOf = (events: readonly EvidenceEvent[]): number =>
  events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)) + 10, 0);

export function createSpool(options: SpoolOptions): Spool {
  const { limits } = options;
  const memory = createMemoryStore();
  const losses = new Map<string, number>();
  let store: Store = options.file ?? memory;
  let underWay = 0;
  let takenFrom: Store = store;

  const limit = (): number => (store === memory ? limits.memoryBytes : limits.fileBytes);
  const used = (): number => store.size + underWay;
  const isFull = (): boolean => losses.size > 0 && used() > limit() / 2;

  function lose(events: readonly EvidenceEvent[]): void {
    for (const { attachment_attempt_id: id } of events) losses.set(id, (losses.get(id) ?? 0) + 1);
  }

  function lossEvents(): readonly EvidenceEvent[] {
    const reason = store === memory ? 'buffer_full' : 'spool_full';
    const events = [...losses].map(([attempt, count]) => options.lossEvent(attempt, count, reason));
    losses.clear();
    return events;
  }

  async function write(events: readonly EvidenceEvent[], durable: boolean, bytes = sizeOf(events)) {
    underWay += bytes;
    const kept = await store.append(events, durable);
    underWay -= bytes;
    if (!kept) {
      store = memory;
      await memory.append(events, false);
    }
    options.onKept();
  }

  async function tellLosses(): Promise<void> {
    if (losses.size > 0 && !isFull()) await write(lossEvents(), false);
  }

  return {
    get lost() {
      return [...losses.values()].reduce((sum, count) => sum + count, 0);
    },
    get onDisk() {
      return store !== memory;
    },
    get inMemory() {
      return memory.count;
    },
    async keep(events, durable) {
      const room = limit() + (durable ? limits.reserveBytes : 0);
      const bytes = sizeOf(events);
      if (used() + bytes > room || (isFull() && !durable)) {
        lose(events);
        return;
      }
      if (losses.size > 0 && !isFull()) await write([...events, ...lossEvents()], durable);
      else await write(events, durable, bytes);
    },
    async next() {
      const fromFile = (await options.file?.next()) ?? null;
      takenFrom = fromFile === null || options.file === null ? memory : options.file;
      return fromFile ?? memory.next();
    },
    async sent(batch) {
      await takenFrom.sent(batch);
      await tellLosses();
    },
    async settle() {
      if (losses.size > 0) await write(lossEvents(), true);
    },
    async close() {
      await options.file?.close();
    },
  };
}
