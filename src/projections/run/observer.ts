import type { LogEvent } from '@mcp-witness/event-log';
import type { SessionView } from '../fold/session-view.ts';
import type { Checkpoint } from '../store/projection-store.ts';

/** What a running projection tells of itself. None of these may throw. */
export interface RunObserver {
  /** A session's report changed, and this is what it is now. Not durable: its rows could not be written yet. */
  changed(view: SessionView, durable: boolean): void;
  /** The checkpoint is now this one. */
  committed(checkpoint: Checkpoint, events: number): void;
  /** Reading or writing rows failed; it is tried again after `retryMilliseconds`. */
  failed(error: unknown, retryMilliseconds: number): void;
  /** An event could not be folded. It stays in the log, and its effect is missing from the rows. */
  skipped(event: LogEvent, error: unknown): void;
}
