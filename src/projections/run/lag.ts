import { type EventLog, Position } from '@mcp-witness/event-log';

/** How far something that follows the log is behind it. */
export interface Lag {
  /** Events of the log that it has still before it, whoever they are of. */
  readonly lag_events: number;
  /** False: there are at least so many, and no more were counted. */
  readonly lag_complete: boolean;
  /** For how long the oldest of them has been there. */
  readonly lag_seconds: number;
}

/** Events that are counted at most. */
const mostCounted = 5_000;
const pageSize = 1_000;

const none: Lag = { lag_events: 0, lag_complete: true, lag_seconds: 0 };

async function measure(log: EventLog, position: Position): Promise<Lag> {
  let after = position;
  let lag_events = 0;
  let oldest: string | null = null;
  for (;;) {
    const page = await log.readAll({ after, limit: pageSize });
    lag_events += page.length;
    oldest ??= page[0]?.recorded_at ?? null;
    after = page.at(-1)?.position ?? after;
    const lag_complete = page.length < pageSize;
    if (!lag_complete && lag_events < mostCounted) continue;
    const lag_seconds = oldest === null ? 0 : Math.max(0, (Date.now() - Date.parse(oldest)) / 1_000);
    return { lag_events, lag_complete, lag_seconds };
  }
}

/** Tells the lag of positions as of now, and reads the log once for those that are the same. Its cost does not grow with the log. */
export async function lagsAt(
  log: EventLog,
  positions: readonly Position[],
): Promise<(position: Position) => Lag> {
  const head = await log.head();
  const lags = new Map<Position, Lag>();
  for (const position of new Set(positions)) {
    if (Position.compare(position, head) < 0) lags.set(position, await measure(log, position));
  }
  return (position) => lags.get(position) ?? none;
}
