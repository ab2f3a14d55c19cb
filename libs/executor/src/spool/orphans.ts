import { appendFile, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { Backlog } from './backlog.ts';
import { freshPath } from './copy-rest.ts';
import { openFileStore } from './file-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { isRunning, parseSpoolFileName, spoolFileName, type SpoolOwner, thisHost } from './place.ts';
import { readMarks } from './read-marks.ts';
import { type Store, written } from './store.ts';

/** The spool of a dead executor, now this process's to send. */
export interface Orphan extends Backlog {
  /** Everything was sent: removes the file. */
  finish(): Promise<void>;
  /** Leaves the rest for the next process. */
  release(): Promise<void>;
}

export interface SpoolFile {
  readonly path: string;
  readonly owner: SpoolOwner;
  readonly bytes: number;
  readonly orphaned: boolean;
}

/** A file of another host is left alone for this long after its last write: who runs there cannot be seen from here. */
const foreignHostMs = 24 * 60 * 60 * 1000;

async function inspect(directory: string, name: string, host: string): Promise<SpoolFile | null> {
  const owner = parseSpoolFileName(name);
  if (owner === null) return null;
  const path = join(directory, name);
  try {
    const { size, mtimeMs } = await stat(path);
    const orphaned = owner.host === host ? !isRunning(owner) : Date.now() - mtimeMs > foreignHostMs;
    return { path, owner, bytes: size, orphaned };
  } catch {
    return null;
  }
}

/** Every spool in the directory, oldest executor first; none when it cannot be read. */
export async function listSpools(directory: string, host: string): Promise<readonly SpoolFile[]> {
  const names = await readdir(directory).catch(() => []);
  const files = await Promise.all(names.toSorted().map((name) => inspect(directory, name, host)));
  return files.filter((file) => file !== null);
}

/** The spools of this user on this machine, those of runs that go on included. */
export const inspectSpools = (directory: string): Promise<readonly SpoolFile[]> =>
  listSpools(directory, thisHost());

/**
 * The events that are to tell of the dead executor's losses, behind its others. Where the disk is full memory holds them: they
 * are in the file as marks until all of it is sent.
 */
async function withUntold(store: Store, untold: readonly EvidenceEvent[]): Promise<Backlog> {
  const events = untold.map(written);
  if (events.length === 0 || (await store.append(events, true))) return store;
  const memory = createMemoryStore();
  await memory.append(events, false);
  let takenFrom: Backlog = store;
  return {
    async next() {
      const batch = await store.next();
      takenFrom = batch === null ? memory : store;
      return batch ?? memory.next();
    },
    sent: (batch) => takenFrom.sent(batch),
  };
}

/** Null when another process was quicker. A full disk is no hindrance: what is sent from it makes room. */
export async function adopt(file: SpoolFile, directory: string, self: SpoolOwner): Promise<Orphan | null> {
  const path = join(directory, spoolFileName({ ...self, executor_id: file.owner.executor_id }));
  try {
    await rename(file.path, path);
    await unlink(freshPath(file.path)).catch(() => undefined);
    await appendFile(path, '\n').catch(() => undefined);
    const reader = await open(path, 'r');
    const { sentUpTo, untold } = await readMarks(reader).finally(() => reader.close());
    const store = await openFileStore(path, sentUpTo);
    const backlog = await withUntold(store, untold);
    return {
      next: () => backlog.next(),
      sent: (batch) => backlog.sent(batch),
      async finish() {
        await store.close();
        await unlink(path).catch(() => undefined);
      },
      release: () => store.close(),
    };
  } catch {
    return null;
  }
}
