import { type EventLog, type LogEvent, Position } from '@mcp-witness/event-log';
import type { DataSource, EntityManager } from 'typeorm';
import { sessionReports as definition } from '../definition.ts';
import { foldPage } from '../fold/fold-page.ts';
import {
  createBuilding,
  dropGeneration,
  ensureLive,
  type Generation,
  listGenerations,
  readLive,
  swapGenerations,
} from '../store/generations.ts';
import { createPostgresStore, moveCheckpoint, saveRows } from '../store/postgres-store.ts';
import { furthestOf, movedTo } from '../store/checkpoint.ts';
import type { Checkpoint } from '../store/projection-store.ts';
import { tryOwn } from './ownership.ts';
import { addPage, noWork, toCommit, type Work } from './work.ts';
import { createWorkingSet, type WorkingSet } from './working-set.ts';

export interface RebuildProgress {
  readonly position: Position;
  /** Where the live generation is, and the rebuild goes. */
  readonly goal: Position;
  readonly events: number;
  readonly skipped: number;
}

export interface Rebuild {
  readonly log: EventLog;
  readonly dataSource: DataSource;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RebuildProgress) => void;
}

/**
 * - `rebuilt`: readers see the new generation now, filled as far as the former one was.
 * - `busy`: another process rebuilds; nothing was done.
 * - `stopped`: by the signal; the live generation is as it was.
 */
export type RebuildResult =
  | ({ readonly outcome: 'rebuilt'; readonly generation: number } & RebuildProgress)
  | { readonly outcome: 'busy' | 'stopped' };

/** Rows kept in memory, and events folded before rows are written. */
const rowsInMemory = 20_000;
const eventsAtOnce = 5_000;
/** Rounds of catching up before the live generation is held for the rest. */
const rounds = 3;

/**
 * Builds the session reports anew from the log, beside the live ones and while those go on, and shows the new ones
 * in place of the old at one moment, at the furthest place that one of their shards had reached. Any process of the database may do it; those
 * that project go on from there by themselves. What is half built when a process dies is dropped by the next rebuild.
 */
export async function rebuildReports(rebuild: Rebuild): Promise<RebuildResult> {
  const { dataSource } = rebuild;
  const ownership = await tryOwn(dataSource, `witness rebuild ${definition.name}`);
  if (ownership === null) return { outcome: 'busy' };
  try {
    await ensureLive(dataSource, definition);
    await dropOthers(dataSource);
    return await build(rebuild, await createBuilding(dataSource, definition));
  } finally {
    await dropOthers(dataSource).finally(() => ownership.release());
  }
}

async function dropOthers(dataSource: DataSource): Promise<void> {
  for (const { generation, state } of await listGenerations(dataSource, definition.name)) {
    if (state !== 'live') await dropGeneration(dataSource, definition.name, generation);
  }
}

interface Building {
  readonly rebuild: Rebuild;
  readonly set: WorkingSet;
  work: Work;
  events: number;
  skipped: number;
}

async function build(rebuild: Rebuild, generation: Generation): Promise<RebuildResult> {
  const store = createPostgresStore(rebuild.dataSource, definition.name);
  const checkpoint: Checkpoint = generation;
  const building: Building = {
    rebuild,
    set: createWorkingSet(store, checkpoint, rowsInMemory),
    work: noWork(checkpoint),
    events: 0,
    skipped: 0,
  };
  const flush = async (): Promise<void> => {
    if (building.work.events === 0) return;
    if ((await store.commit(toCommit(building.work, building.set))) === 'fenced') {
      throw new Error('The generation that was being built is not there any more. Rebuild once again.');
    }
    done(building);
  };
  for (let round = 0; round < rounds; round += 1) {
    const live = await readLive(rebuild.dataSource, definition.name);
    const goal = live === null ? Position.start : furthestOf(live);
    if (Position.compare(building.work.position, goal) >= 0) break;
    await foldUpTo(building, goal, flush);
    if (rebuild.signal?.aborted === true) return { outcome: 'stopped' };
    await flush();
  }
  const goal = await rebuild.dataSource.transaction((manager) => swap(building, generation, manager));
  return { outcome: 'rebuilt', generation: generation.generation, ...progressOf(building, goal) };
}

/** What is in `work` has been written. */
function done(building: Building): void {
  building.work = noWork(movedTo(building.work.checkpoint, building.work.position));
  building.set.written();
}

const progressOf = ({ work, events, skipped }: Building, goal: Position): RebuildProgress => ({
  position: work.position,
  goal,
  events,
  skipped,
});

async function foldUpTo(building: Building, goal: Position, flush: () => Promise<void>): Promise<void> {
  const { log, signal, onProgress } = building.rebuild;
  while (Position.compare(building.work.position, goal) < 0 && signal?.aborted !== true) {
    const read = await log.readAll({ after: building.work.position });
    const page = read.filter((event) => Position.compare(event.position, goal) <= 0);
    if (page.length === 0) return;
    await foldOne(building, page);
    if (building.work.events >= eventsAtOnce) await flush();
    onProgress?.(progressOf(building, goal));
  }
}

async function foldOne(building: Building, page: readonly LogEvent[]): Promise<void> {
  const folded = await foldPage(building.set, page, () => undefined);
  building.work = addPage(building.work, page, folded);
  building.events += page.length;
  building.skipped += folded.skipped?.count ?? 0;
}

/** Holds the live generation where it is, folds what is missing up to there, and changes places with it. */
async function swap(building: Building, generation: Generation, manager: EntityManager): Promise<Position> {
  const live = await readLive(manager, definition.name, true);
  if (live === null)
    throw new Error('There is no live generation to take the place of. Start the service once.');
  const goal = furthestOf(live);
  await foldUpTo(building, goal, () => Promise.resolve());
  if (building.work.events > 0) {
    const commit = toCommit(building.work, building.set);
    if (!(await moveCheckpoint(manager, definition.name, commit))) {
      throw new Error('The generation that was being built is not there any more. Rebuild once again.');
    }
    await saveRows(manager, commit);
    done(building);
  }
  await swapGenerations(manager, definition.name, live, generation);
  return goal;
}
