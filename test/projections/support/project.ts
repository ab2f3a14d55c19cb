import { type EventLog, Position } from '@mcp-witness/event-log';
import type { SessionView } from '../../../src/projections/fold/session-view.ts';
import type { RunObserver } from '../../../src/projections/run/observer.ts';
import { type RunOutcome, runProjection } from '../../../src/projections/run/run-projection.ts';
import { startOf } from '../../../src/projections/store/checkpoint.ts';
import type { Checkpoint, ProjectionStore } from '../../../src/projections/store/projection-store.ts';

export interface Told {
  readonly changes: { readonly view: SessionView; readonly durable: boolean }[];
  readonly failures: unknown[];
  readonly skipped: string[];
}

export interface Running {
  readonly told: Told;
  readonly outcome: Promise<RunOutcome>;
  /** Resolves once `done` holds; it is asked whenever something was told. */
  until(done: (told: Told) => boolean): Promise<void>;
  stop(): Promise<RunOutcome>;
}

/** Runs a projection in this process and keeps what it tells. */
export function startProjection(
  log: EventLog,
  store: ProjectionStore,
  checkpoint: Checkpoint,
  pageSize?: number,
): Running {
  const told: Told = { changes: [], failures: [], skipped: [] };
  const stopped = new AbortController();
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const check of waiting) check();
  };
  const observer: RunObserver = {
    changed(view, durable) {
      told.changes.push({ view, durable });
      wake();
    },
    committed: wake,
    failed(error) {
      told.failures.push(error);
      wake();
    },
    skipped(event) {
      told.skipped.push(event.position);
      wake();
    },
  };
  const size = pageSize === undefined ? {} : { pageSize };
  const outcome = runProjection({
    log,
    store,
    checkpoint,
    signal: stopped.signal,
    observer,
    retryMilliseconds: 1,
    ...size,
  });
  return {
    told,
    outcome,
    until: (done) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!done(told)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    stop() {
      stopped.abort();
      return outcome;
    },
  };
}

/** Projects everything that is in the log by now, and stops. */
export async function projectAll(
  log: EventLog,
  store: ProjectionStore,
  checkpoint: Checkpoint,
  pageSize?: number,
): Promise<void> {
  const head = await log.head();
  let reached = Position.compare(startOf(checkpoint), head) >= 0;
  const watched: ProjectionStore = {
    ...store,
    async commit(commit) {
      const outcome = await store.commit(commit);
      reached = outcome === 'committed' && Position.compare(commit.position, head) >= 0;
      return outcome;
    },
  };
  const running = startProjection(log, watched, checkpoint, pageSize);
  await running.until(() => reached);
  await running.stop();
}
