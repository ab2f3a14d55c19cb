import type { OpenEventLog } from '../port.ts';

/** Gives an empty log to `use`, and closes it and whatever it stands on afterwards. */
export type WithLog = (
  use: (log: OpenEventLog) => Promise<void>,
  options?: { readonly maxQueued?: number },
) => Promise<void>;
