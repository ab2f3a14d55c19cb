import type { Logger } from '@nestjs/common';
import type { ProjectionMetrics } from '../projection-metrics.ts';
import type { Changes } from './changes.ts';
import type { RunObserver } from './observer.ts';
import type { Outage } from './outage.ts';
import type { Progress } from './progress.ts';

/** Where it is told how the projection fares. */
export interface Telling {
  readonly metrics: ProjectionMetrics;
  readonly changes: Changes;
  readonly progress: Progress;
}

/** The injection token of {@link Telling}. */
export const TELLING = Symbol('TELLING');

/** Tells changes, moves the progress, logs and counts what fails. Logs name places of the log, never content. */
export const observeRun = (
  logger: Logger,
  outage: Outage,
  { metrics, changes, progress }: Telling,
): RunObserver => ({
  changed(view, durable) {
    const { tenant_id, session_id, position } = view.session;
    changes.publish({
      tenant_id,
      session_id,
      position,
      durable,
      read: () => Promise.resolve(view.session.history),
    });
  },
  committed({ shards }, events) {
    outage.answered();
    metrics.committed(events);
    progress.advance(shards);
  },
  failed(error, retryMilliseconds) {
    metrics.failed();
    outage.failed(
      `The read models could not be read or written; next try in ${retryMilliseconds} ms.`,
      error,
    );
  },
  skipped(event, error) {
    metrics.skipped();
    logger.error(
      `The event at ${event.position} could not be folded. It stays in the log; rebuild the projection once this is mended.`,
      error,
    );
  },
});
