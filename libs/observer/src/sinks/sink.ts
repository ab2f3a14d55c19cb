import type { ObservedEvent } from '../pipeline/event.ts';

/** Why events never reached a sink. An open list for readers. */
export type LossReason =
  /** More was waiting than may be held in memory. */
  | 'buffer_full'
  /** More was waiting than the spool may hold, or the disk took no more. */
  | 'spool_full'
  /** The sink will never take them. */
  | 'refused'
  /** A hook that decides what may leave failed: what it did not judge stays here. */
  | 'hook_failed'
  /** They were waiting when the observer was closed, or came afterwards. */
  | 'closed';

export interface Loss {
  readonly reason_code: LossReason;
  readonly count: number;
}

export interface Batch {
  /** In the order in which they were seen; empty where only losses are told. */
  readonly events: readonly ObservedEvent[];
  /** What was lost since the last batch that this sink took. Told again until a batch is taken. */
  readonly lost: readonly Loss[];
}

/** What became of a batch. */
export type SendResult =
  /** It is settled; so many of its events were refused for good. */
  | { readonly outcome: 'taken'; readonly refused?: number }
  /** Not now. It comes again, after so many milliseconds where the sink knows. */
  | { readonly outcome: 'later'; readonly after_ms?: number | null }
  /** A smaller one may be taken. */
  | { readonly outcome: 'too_large' }
  /** Never. `reason` is logged once. */
  | { readonly outcome: 'refused'; readonly reason: string };

/**
 * Where events go. Several may be given for one server; each has a queue of its own, so that a slow one delays no other.
 * A batch comes again until it is settled: an event may come twice, always with the same `id`.
 */
export interface Sink {
  /** Short, for log lines and file names: `[a-z][a-z0-9-]{0,31}`. */
  readonly name: string;
  /** True: lists come with their entries as they were served. They go to no other sink. */
  readonly wantsCatalog?: boolean;
  /**
   * One call at a time. `signal` aborts when the time for it is over. What it throws, and what it never answers, counts
   * as `later`. It must keep no process alive: no timers and sockets that hold the event loop.
   */
  send(batch: Batch, signal: AbortSignal): Promise<SendResult>;
  /** Called once, after the last batch; what it throws is dropped. */
  close?(): Promise<void>;
}
