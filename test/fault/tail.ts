import { Position, type EventLog } from '@mcp-witness/event-log';
import { createTally, type Tally } from './tally.ts';

/** Follows the log from its start until `isDone` says, of what it saw so far, that nothing more is to come. */
export async function tail(log: EventLog, isDone: (seen: number) => boolean): Promise<Tally> {
  const tally = createTally();
  const end = new AbortController();
  for await (const page of log.subscribe({ after: Position.start, signal: end.signal, pageSize: 200 })) {
    tally.take(page);
    if (isDone(tally.seen)) end.abort();
  }
  return tally;
}
