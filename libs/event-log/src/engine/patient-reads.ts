import { isLogFault, logFault, type LogFault } from '../fault.ts';
import { type LogEvent } from '../port.ts';
import { type Position } from '../position.ts';
import { type Announcements } from './announcements.ts';
import { type Engine } from './engine.ts';

interface Patience {
  /** The subscriber's: reads then end empty. */
  readonly signal: AbortSignal;
  /** The log's: reads then reject as `closed`. */
  readonly end: AbortSignal;
  readonly pollMilliseconds: number;
}

/** Reads of a subscriber, who waits for events anyway: the engine's absence is one more reason to wait. */
export function patientReads(
  engine: Pick<Engine, 'readAll' | 'failure'>,
  changes: Announcements,
  { signal, end, pollMilliseconds }: Patience,
): (after: Position, limit: number) => Promise<readonly LogEvent[]> {
  return async (after, limit) => {
    for (;;) {
      if (signal.aborted) return [];
      if (end.aborted) throw logIsClosed();
      try {
        return await engine.readAll({ after, limit });
      } catch (cause) {
        if (isLogFault(cause)) throw cause;
        if (engine.failure(cause) !== 'again') throw logFault('unavailable', unreadable, { cause });
      }
      await changes.wait(changes.version, pollMilliseconds, signal);
    }
  };
}

const unreadable = 'The event log could not be read, and trying again does not help: look at its set-up.';

export const logIsClosed = (): LogFault => logFault('closed', 'The event log was closed; nothing was done.');
