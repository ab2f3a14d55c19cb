import { type EventLog, type LogEvent, Position } from '@mcp-witness/event-log';
import type { DataSource, EntityManager } from 'typeorm';
import { sessionReports as definition } from '../definition.ts';
import { foldPage } from '../fold/fold-page.ts';
import { dropGeneration } from '../store/drop-generation.ts';
import {
  claimBuilding,
  createBuilding,
  ensureLive,
  type Generation,
  listGenerations,
  readLive,
  swapGenerations,
} from '../store/generations.ts';
import { createPostgresStore, moveCheckpoint, saveRows } from '../store/postgres-store.ts';
import { furthestOf, movedTo } from '../store/checkpoint.ts';
import type { Checkpoint, Commit } from '../store/projection-store.ts';
import { isAway } from './outage.ts';
import { lostConnection, type Ownership, tryOwn } from './ownership.ts';
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
  /** Go on with what was left half built, and leave it so when stopped or cut off. Else it is dropped, before and after. */
  readonly resume?: boolean;
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
const eventsAtOnce = 10_000;
/** Rounds of catching up before the live generation is held for the rest. */
const rounds = 3;

/**
 * Builds the session reports anew from the log, beside the live ones and while those go on, and shows the new ones
 * in place of the old at one moment, at the furthest place that one of their shards had reached. Any process of the database may do it; those
 * that project go on from there by themselves. What is half built when a process dies waits for the next rebuild.
 */
export async function rebuildReports(rebuild: Rebuild): Promise<RebuildResult> {
  return asRebuilder(rebuild, async (owned) => {
    await ensureLive(owned.dataSource, definition);
    const left = owned.resume === true ? await claimLeft(owned.dataSource) : null;
    await dropOthers(owned, left);
    const generation = left ?? (await createBuilding(owned.dataSource, definition));
    return generation === null ? { outcome: 'busy' } : build(owned, generation);
  });
}

/**
 * Finishes the rebuild that was asked for or left half done, if there is one, and removes rows that nobody reads any
 * more. `nothing`: there was no rebuild to finish, or a newer service keeps the rows.
 */
export async function finishRebuild(
  rebuild: Omit<Rebuild, 'resume'>,
): Promise<RebuildResult | { readonly outcome: 'nothing' }> {
  const generations = await listGenerations(rebuild.dataSource, definition.name);
  if (generations.every(({ state }) => state === 'live')) return { outcome: 'nothing' };
  if (generations.some(({ version }) => version > definition.version)) return { outcome: 'nothing' };
  return asRebuilder({ ...rebuild, resume: true }, async (owned) => {
    const left = await claimLeft(owned.dataSource);
    await dropOthers(owned, left);
    return left === null ? { outcome: 'nothing' } : build(owned, left);
  });
}

/** Runs `act` as the only rebuilder of the database, and cleans up after it. */
async function asRebuilder<Outcome extends string>(
  rebuild: Rebuild,
  act: (owned: Rebuild) => Promise<RebuildResult | { readonly outcome: Outcome }>,
): Promise<RebuildResult | { readonly outcome: Outcome }> {
  const ownership = await tryOwn(rebuild.dataSource, `witness rebuild ${definition.name}`);
  if (ownership === null) return { outcome: 'busy' };
  try {
    const signal = AbortSignal.any([
      ownership.lost,
      ...(rebuild.signal === undefined ? [] : [rebuild.signal]),
    ]);
    const result = await act({ ...rebuild, signal });
    if (ownership.lost.aborted) throw lostConnection('that makes this process the only one that rebuilds');
    if (result.outcome === 'rebuilt' || rebuild.resume !== true) await tidy(rebuild, ownership);
    return result;
  } catch (error) {
    if (rebuild.resume !== true || !isAway(error)) await tidy(rebuild, ownership).catch(() => undefined);
    throw error;
  } finally {
    await ownership.release();
  }
}

async function tidy(rebuild: Rebuild, { lost }: Ownership): Promise<void> {
  // Whoever has the lock now may be building already.
  if (lost.aborted) return;
  await dropOthers({ dataSource: rebuild.dataSource, signal: lost }, null);
}

/** What was left half built by code that folds as this does. One that could not fold an event is not worth going on with. */
async function claimLeft(dataSource: DataSource): Promise<Generation | null> {
  const generations = await listGenerations(dataSource, definition.name);
  const left = generations.find(({ state }) => state === 'building');
  if (left?.version !== definition.version || left.skipped_events > 0) return null;
  return claimBuilding(dataSource, definition);
}

async function dropOthers(
  { dataSource, signal }: Pick<Rebuild, 'dataSource' | 'signal'>,
  keep: Generation | null,
): Promise<void> {
  for (const { generation, state } of await listGenerations(dataSource, definition.name)) {
    if (state !== 'live' && generation !== keep?.generation)
      await dropGeneration(dataSource, definition.name, generation, signal);
  }
}

interface Building {
  readonly rebuild: Rebuild;
  readonly set: WorkingSet;
  /** What was folded and is not handed over to be written. */
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
  const write = async (commit: Commit): Promise<void> => {
    if ((await store.commit(commit)) === 'fenced')
      throw new Error('The generation that was being built is not there any more. Rebuild once again.');
    building.set.written();
  };
  /** One commit is on its way while what comes next is folded. */
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    if (building.work.events === 0) return;
    writing = write(handOver(building));
    writing.catch(() => undefined);
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const live = await readLive(rebuild.dataSource, definition.name);
      const goal = live === null ? Position.start : furthestOf(live);
      if (Position.compare(building.work.position, goal) >= 0) break;
      await foldUpTo(building, goal, flush);
      if (rebuild.signal?.aborted === true) return { outcome: 'stopped' };
      await flush();
      await writing;
    }
  } finally {
    // Whatever comes next, nothing is written to this generation any more.
    await writing.catch(() => undefined);
  }
  const goal = await rebuild.dataSource.transaction((manager) => swap(building, generation, manager));
  if (goal === null) return { outcome: 'stopped' };
  return { outcome: 'rebuilt', generation: generation.generation, ...progressOf(building, goal) };
}

/** What is in `work`, to be written. Going on stands on that. */
function handOver(building: Building): Commit {
  const commit = toCommit(building.work, building.set);
  building.work = noWork(movedTo(building.work.checkpoint, building.work.position));
  building.set.handedOver();
  return commit;
}

const progressOf = ({ work, events, skipped }: Building, goal: Position): RebuildProgress => ({
  position: work.position,
  goal,
  events,
  skipped,
});

async function foldUpTo(building: Building, goal: Position, flush: () => Promise<void>): Promise<void> {
  const { log, signal, onProgress } = building.rebuild;
  if (Position.compare(building.work.position, goal) >= 0) return;
  /** The next page is on its way while one is folded. */
  const read = (after: Position): Promise<readonly LogEvent[]> => {
    const page = log.readAll({ after });
    page.catch(() => undefined);
    return page;
  };
  let ahead = read(building.work.position);
  while (Position.compare(building.work.position, goal) < 0 && signal?.aborted !== true) {
    const events = await ahead;
    const page = events.filter((event) => Position.compare(event.position, goal) <= 0);
    const last = page.at(-1);
    if (last === undefined) return;
    if (Position.compare(last.position, goal) < 0) ahead = read(last.position);
    await foldOne(building, page);
    if (building.work.events >= eventsAtOnce) await flush();
    onProgress?.(progressOf(building, goal));
  }
}

async function foldOne(building: Building, page: readonly LogEvent[]): Promise<void> {
  const folded = await foldPage(building.set, building.rebuild.log, page, () => undefined);
  building.work = addPage(building.work, page, folded);
  building.events += page.length;
  building.skipped += folded.skipped?.count ?? 0;
}

/** Holds the live generation where it is, folds what is missing up to there, and changes places with it. Null: stopped before. */
async function swap(
  building: Building,
  generation: Generation,
  manager: EntityManager,
): Promise<Position | null> {
  const live = await readLive(manager, definition.name, true);
  if (live === null)
    throw new Error('There is no live generation to take the place of. Start the service once.');
  const goal = furthestOf(live);
  await foldUpTo(building, goal, () => Promise.resolve());
  if (building.rebuild.signal?.aborted === true) return null;
  if (building.work.events > 0) {
    const commit = handOver(building);
    if (!(await moveCheckpoint(manager, definition.name, commit))) {
      throw new Error('The generation that was being built is not there any more. Rebuild once again.');
    }
    await saveRows(manager, commit);
  }
  await swapGenerations(manager, definition.name, live, generation);
  return goal;
}
