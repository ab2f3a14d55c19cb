import type { EventLog, LogEvent } from '@mcp-witness/event-log';
import { type FoldedPage, foldPage } from '../fold/fold-page.ts';
import { movedTo, startOf, wantedBy } from '../store/checkpoint.ts';
import type { Checkpoint, ProjectionStore } from '../store/projection-store.ts';
import type { RunObserver } from './observer.ts';
import { pause } from './pause.ts';
import { addPage, noWork, toCommit, type Work } from './work.ts';
import { createWorkingSet, type WorkingSet } from './working-set.ts';

export interface RunProjection {
  readonly log: EventLog;
  readonly store: ProjectionStore;
  readonly checkpoint: Checkpoint;
  readonly signal: AbortSignal;
  readonly observer: RunObserver;
  readonly pageSize?: number;
  /** First pause after a failure, 100 when absent; doubled at each further one, to 5,000 at most. */
  readonly retryMilliseconds?: number;
}

/** `stopped`: by the signal. `fenced`: another owner writes these rows, or they are not the live ones any more. */
export type RunOutcome = 'stopped' | 'fenced';

/** Events that may wait in memory for their rows to be written, before no more are read. */
const maximumWaiting = 10_000;
const longestRetry = 5_000;

/** Growing pauses between attempts at what failed. */
function createRetry(run: RunProjection): { after(error: unknown): Promise<void>; reset(): void } {
  const first = run.retryMilliseconds ?? 100;
  let next = first;
  return {
    after(error) {
      const milliseconds = next;
      next = Math.min(next * 2, longestRetry);
      run.observer.failed(error, milliseconds);
      return pause(milliseconds, run.signal);
    },
    reset() {
      next = first;
    },
  };
}

type Retry = ReturnType<typeof createRetry>;

interface Writer {
  /** `failed`: reported, and `waiting` settles when it is time to try again. */
  write(work: Work): Promise<'committed' | 'fenced' | 'failed'>;
  /** Null unless the last write failed. */
  readonly waiting: Promise<void> | null;
}

interface Run {
  readonly run: RunProjection;
  readonly set: WorkingSet;
  readonly retry: Retry;
  readonly writer: Writer;
  readonly wanted: (page: readonly LogEvent[]) => readonly LogEvent[];
  work: Work;
}

/** Null: stopped before the rows could be read. */
async function foldPatiently(
  { run, set, retry }: Run,
  page: readonly LogEvent[],
): Promise<FoldedPage | null> {
  for (;;) {
    try {
      return await foldPage(set, run.log, page, (event, error) => {
        run.observer.skipped(event, error);
      });
    } catch (error) {
      await retry.after(error);
      if (run.signal.aborted) return null;
    }
  }
}

function createWriter(run: RunProjection, set: WorkingSet, retry: Retry): Writer {
  let waiting: Promise<void> | null = null;
  return {
    get waiting() {
      return waiting;
    },
    async write(work) {
      try {
        const outcome = await run.store.commit(toCommit(work, set));
        if (outcome === 'fenced') return outcome;
      } catch (error) {
        waiting = retry.after(error);
        return 'failed';
      }
      waiting = null;
      retry.reset();
      set.handedOver();
      set.written();
      run.observer.committed(movedTo(work.checkpoint, work.position), work.events);
      for (const view of work.sessions.values()) run.observer.changed(view, true);
      return 'committed';
    },
  };
}

type Page = IteratorResult<readonly LogEvent[]>;

/** The next page, or null when it is time to write again what could not be written. */
function pageOrRetry(
  next: Promise<Page>,
  waiting: Promise<void> | null,
  full: boolean,
): Promise<Page | null> {
  if (waiting === null) return next;
  const again = waiting.then(() => null);
  return full ? again : Promise.race([next, again]);
}

/** Folds a page into the work; null when it was stopped before its rows could be read. */
async function takePage(state: Run, page: readonly LogEvent[]): Promise<FoldedPage | null> {
  const folded = await foldPatiently(state, state.wanted(page));
  if (folded !== null) state.work = addPage(state.work, page, folded);
  return folded;
}

async function write(state: Run): Promise<'committed' | 'fenced' | 'failed'> {
  if (state.work.events === 0) return 'committed';
  const outcome = await state.writer.write(state.work);
  if (outcome === 'committed') state.work = noWork(movedTo(state.work.checkpoint, state.work.position));
  return outcome;
}

/** One page, or one more try at writing what waits. Null: go on. */
async function step(state: Run, page: readonly LogEvent[] | null): Promise<RunOutcome | null> {
  const { run, writer } = state;
  if (page === null) {
    if ((await write(state)) === 'fenced') return 'fenced';
    return run.signal.aborted ? 'stopped' : null;
  }
  const folded = await takePage(state, page);
  if (folded === null) return 'stopped';
  const outcome = writer.waiting === null ? await write(state) : 'failed';
  if (outcome === 'fenced') return outcome;
  if (outcome === 'failed') for (const view of folded.sessions) run.observer.changed(view, false);
  return null;
}

async function runPages(run: RunProjection, pages: AsyncIterator<readonly LogEvent[]>): Promise<RunOutcome> {
  const set = createWorkingSet(run.store, run.checkpoint);
  const retry = createRetry(run);
  const writer = createWriter(run, set, retry);
  const isWanted = wantedBy(run.checkpoint);
  const wanted: Run['wanted'] = (page) => (isWanted === null ? page : page.filter(isWanted));
  const state: Run = { run, set, retry, writer, wanted, work: noWork(run.checkpoint) };
  const read = (): Promise<Page> => {
    const page = pages.next();
    page.catch(() => undefined);
    return page;
  };
  let next = read();
  for (;;) {
    const page = await pageOrRetry(next, writer.waiting, state.work.events >= maximumWaiting);
    if (page?.done === true) return (await write(state)) === 'fenced' ? 'fenced' : 'stopped';
    if (page !== null) next = read();
    const outcome = await step(state, page === null ? null : page.value);
    if (outcome !== null) return outcome;
  }
}

/**
 * Folds the log into the rows of the checkpoint's shards, from there on, page by page: fold in memory, write rows and checkpoint in
 * one transaction, tell the changes. When a page cannot be written its changes are told as not durable, the
 * failure is reported, and it is written again together with what came since; up to 10,000 events wait so.
 * An event that cannot be folded is reported, counted with the checkpoint and left out: one event never stops all.
 * Rejects when the log fails; what was not written is folded again from the checkpoint.
 */
export async function runProjection(run: RunProjection): Promise<RunOutcome> {
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  const size = run.pageSize === undefined ? {} : { pageSize: run.pageSize };
  const pages = run.log.subscribe({ after: startOf(run.checkpoint), signal, ...size });
  try {
    return await runPages(run, pages[Symbol.asyncIterator]());
  } finally {
    ended.abort();
  }
}
