import { type DestroyedRow, type KeyRows } from './session-key-rows.ts';

/** Looks again and again which keys were destroyed, by whichever process. */
export interface DestroyedKeys {
  /** Looks now, at what was destroyed before the call. */
  refresh(): Promise<void>;
  /** Looks unless that was done within the last second. */
  stayFresh(): Promise<void>;
}

const freshMilliseconds = 1_000;
/** More than what was looked at before: a transaction may commit later than it began. */
const overlapSeconds = 60;

/** `destroyed` is told each key once. */
export const watchDestroyed = (
  rows: Pick<KeyRows, 'destroyedWithin'>,
  destroyed: (row: DestroyedRow) => void,
): DestroyedKeys => {
  let told = new Set<string>();
  let checked = performance.now();
  let checking: Promise<void> | null = null;
  const check = async (): Promise<void> => {
    const now = performance.now();
    const found = await rows.destroyedWithin((now - checked) / 1_000 + overlapSeconds);
    checked = now;
    const known = told;
    told = new Set(found.map(({ key_id }) => key_id));
    for (const row of found) if (!known.has(row.key_id)) destroyed(row);
  };
  const look = (): Promise<void> => {
    checking ??= check().finally(() => {
      checking = null;
    });
    return checking;
  };
  return {
    refresh: async () => {
      // One that is under way may have looked before the key was destroyed.
      await checking?.catch(() => undefined);
      await look();
    },
    stayFresh: async () => {
      if (performance.now() - checked > freshMilliseconds) await look();
    },
  };
};
