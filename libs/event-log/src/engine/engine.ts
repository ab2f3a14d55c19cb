import {
  type Append,
  type AppendResult,
  type LogEvent,
  type LogLink,
  type ReadAll,
  type ReadStream,
} from '../port.ts';
import { type Position } from '../position.ts';

/** What became of one append of a batch. */
export type Outcome = AppendResult | { readonly outcome: 'mismatch' };

/** This append alone was not stored, or its outcome is unknown: from engines that store each by itself. */
export interface Failed {
  readonly outcome: 'failed';
  readonly error: unknown;
}

/**
 * Why a batch was not stored.
 * - `again`: the engine was out of reach or refused to wait; the outcome may be unknown, the same batch can be repeated.
 * - `content`: something in one of the appends; nothing was stored.
 * - `broken`: set-up or disk; repeating does not help.
 */
export type Failure = 'again' | 'content' | 'broken';

/** What a store must do for the log on top of it. Rejections are the driver's own and are told apart by `failure`. */
export interface Engine {
  /** One append a stream at most, one outcome each in the same order; rejects when none of them has one. */
  store(appends: readonly Append[]): Promise<readonly (Outcome | Failed)[]>;
  readStream(read: Required<ReadStream>): Promise<readonly LogEvent[]>;
  /** May reject with an `unknown_position` fault. */
  readAll(read: Required<ReadAll>): Promise<readonly LogEvent[]>;
  /** Absent where an engine cannot read less than whole events. */
  readLinks?(read: Required<ReadAll>): Promise<readonly LogLink[]>;
  head(): Promise<Position>;
  failure(error: unknown): Failure;
  /** Called before the first subscription reads. */
  listen?(): void;
  close(): Promise<void>;
}
