/** A terminal signals the whole group and npm passes the same signal on: one press may arrive more than once. */
const onePressMilliseconds = 1_000;

export interface StopSignals {
  /** At the first SIGINT or SIGTERM. */
  readonly gentle: (signal: NodeJS.Signals) => void;
  /** At one that comes a second or more after the first. */
  readonly forced: () => void;
  readonly source?: {
    on(name: 'SIGINT' | 'SIGTERM', hear: (signal: NodeJS.Signals) => void): unknown;
  };
  /** Milliseconds that never go back. */
  readonly now?: () => number;
}

/** Listens for the signals that ask a process to stop. What repeats the first within a second is the same press. */
export const onStopSignals = ({
  gentle,
  forced,
  source = process,
  now = () => performance.now(),
}: StopSignals): void => {
  let first: number | null = null;
  const hear = (signal: NodeJS.Signals): void => {
    if (first === null) {
      first = now();
      gentle(signal);
    } else if (now() - first >= onePressMilliseconds) forced();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) source.on(name, hear);
};
