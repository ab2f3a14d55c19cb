import { counted } from '../words.ts';
import { oldestRead, type Past } from './past.ts';

/** How much of a session's past is here. */
export interface Coverage {
  /** `reading` and `stopped`: older events are still to be had; `cut`: they are left out. */
  readonly state: 'whole' | 'reading' | 'stopped' | 'cut';
  /** Ordinals of the oldest and the newest attempt of which events were read; null before the first. */
  readonly attempts: readonly [oldest: number, newest: number] | null;
  readonly events: number;
}

export const coverageOf = (past: Past, error: unknown): Coverage => {
  const oldest = oldestRead(past);
  const waiting = error === null ? 'reading' : 'stopped';
  return {
    state: past.isCut ? 'cut' : oldest === 1 ? 'whole' : waiting,
    attempts: past.read.size === 0 ? null : [oldest, past.listed.to],
    events: past.events.length,
  };
};

/** Says what of a session's past is here; null where it is all of it. */
export const coverageWords = ({ state, attempts, events }: Coverage): string | null => {
  if (state === 'whole') return null;
  if (state === 'cut') return `The newest ${counted(events, 'event')} are here; older ones are left out.`;
  const rest = state === 'reading' ? 'being read' : 'not here, as they could not be read';
  if (attempts === null) return state === 'reading' ? 'Loading …' : null;
  const [oldest, newest] = attempts.map((ordinal) => ordinal.toLocaleString());
  const here = oldest === newest ? `Attempt ${oldest} is` : `Attempts ${oldest} to ${newest} are`;
  return `${here} here; older ones are ${rest}.`;
};
