import type { Position } from './position.ts';

/** One event to be appended. The log never looks inside `data` and `meta`: exact text, without NUL and lone surrogates. */
export interface NewEvent {
  /** Chosen by the sender, who keeps it unique within its stream; the log does not check that. */
  readonly id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: string;
  readonly meta: string | null;
  /** The key that `data` is encrypted with, when it is. */
  readonly key_id: string | null;
}

/** `'any'`: wherever the stream ends. A number: the stream holds exactly that many events (0: it does not exist yet). */
export type ExpectedLength = number | 'any';

export interface Append {
  /**
   * A UUID of the sender for this very append: sent again unchanged (`expected` too) after an unknown outcome, it is
   * recognised, whatever was appended after it.
   */
  readonly append_id: string;
  readonly tenant_id: string;
  readonly stream: string;
  readonly expected: ExpectedLength;
  /** At least one. */
  readonly events: readonly NewEvent[];
}

/**
 * Where an append landed; `duplicate` when it was there already, be it from an earlier try within the same call.
 * `stream_position` is that of its first event, from 0; `position` that of its last event.
 */
export interface Appended {
  readonly outcome: 'appended' | 'duplicate';
  readonly stream_position: number;
  readonly position: Position;
}

/** Nothing was stored: the stream holds `length` events, not what was expected. */
export interface Conflict {
  readonly outcome: 'conflict';
  readonly length: number;
}

export type AppendResult = Appended | Conflict;

/** One event as the log holds it. */
export interface LogEvent extends NewEvent {
  readonly tenant_id: string;
  readonly stream: string;
  readonly stream_position: number;
  readonly position: Position;
  readonly append_id: string;
  /**
   * RFC 3339 UTC with microseconds; strictly rising within a stream, and from one append to the next of a process that
   * waits for each. Where one lock orders all appends (memory, PostgreSQL) it rises strictly over the whole log.
   */
  readonly recorded_at: string;
  /** SHA-256 of the stored bytes of `data`. */
  readonly digest: Uint8Array;
  /** Chains this event to the one before it in its stream. */
  readonly hash: Uint8Array;
}

/** One event by its place and what chains it. */
export type LogLink = Pick<LogEvent, 'position' | 'hash'>;

export interface ReadStream {
  readonly tenant_id: string;
  readonly stream: string;
  /** First stream position wanted; 0 when absent. */
  readonly from?: number;
  /** 1,000 when absent. */
  readonly limit?: number;
}

export interface ReadAll {
  readonly after: Position;
  /** 1,000 when absent. */
  readonly limit?: number;
}

export interface Subscribe {
  readonly after: Position;
  /** Ends the iteration. */
  readonly signal: AbortSignal;
  /** Events per page at most; 1,000 when absent. */
  readonly pageSize?: number;
}

/**
 * An append-only log of streams under one total order.
 *
 * Promises: positions rise in commit order, so that a reader that went past a position misses nothing below it;
 * an append is all or nothing; a repeated `append_id` with the same content on the same stream stores nothing and
 * answers where it landed. It does not promise positions without holes, nor atomicity over several streams.
 * Rejections are a `LogFault` (see `isLogFault`), never a driver's error.
 */
export interface EventLog {
  append(append: Append): Promise<AppendResult>;
  /** In stream order; empty when there is no such stream. */
  readStream(read: ReadStream): Promise<readonly LogEvent[]>;
  /** In position order, over all tenants. */
  readAll(read: ReadAll): Promise<readonly LogEvent[]>;
  /** The same events as `readAll`, of each what chains it alone: who needs no more is spared the rest. */
  readLinks(read: ReadAll): Promise<readonly LogLink[]>;
  /** The newest position; `Position.start` of an empty log. */
  head(): Promise<Position>;
  /** Pages in position order, each event once, first what is there and then what comes, until `signal` aborts. */
  subscribe(subscribe: Subscribe): AsyncIterable<readonly LogEvent[]>;
}

/** An event log together with the right to close it, for whoever made it. */
export interface OpenEventLog extends EventLog {
  /** Takes nothing more, stores what waits, ends subscriptions with `closed`, gives back what it holds. */
  close(): Promise<void>;
}
