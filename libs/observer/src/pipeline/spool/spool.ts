import type { ObservedEvent } from '../event.ts';

/** Events that a sink could not be given are kept here until it can, also over the end of the process. */
export interface Spool {
  /** False when there is no room, or the disk takes nothing: then nothing was kept. Never rejects. */
  append(events: readonly ObservedEvent[]): Promise<boolean>;
  /** The oldest events; null when there are none. They come again until they are removed. Never rejects. */
  next(): Promise<SpooledEvents | null>;
}

export interface SpooledEvents {
  readonly events: readonly ObservedEvent[];
  remove(): Promise<void>;
}
