import type { Sink } from '../../sinks/sink.ts';
import type { Spool } from '../spool/spool.ts';
import type { Backlog } from './backlog.ts';
import type { Course } from './course.ts';
import type { Losses } from './losses.ts';
import { send } from './send.ts';

export interface SendingOptions {
  readonly sink: Sink;
  readonly spool: Spool | null;
  readonly backlog: Backlog;
  readonly losses: Losses;
  readonly course: Course;
  readonly sendTimeoutMs: number;
}

/** What is on disk, until none is left or a try fails. False when one failed. */
export async function sendSpooled(options: SendingOptions): Promise<boolean> {
  const { sink, spool, course, sendTimeoutMs } = options;
  if (spool === null) return true;
  for (let chunk = await spool.next(); chunk !== null; chunk = await spool.next()) {
    for (let at = 0; at < chunk.events.length;) {
      const events = chunk.events.slice(at, at + course.largest);
      const next = course.after(await send(sink, { events, lost: [] }, sendTimeoutMs), events.length);
      if (next === 'wait') return false;
      if (next === 'settled') at += events.length;
    }
    await chunk.remove();
  }
  return true;
}

/** One batch of what is in memory, with what there is to tell of losses. False when it has to come again later. */
export async function sendWaiting(options: SendingOptions): Promise<boolean> {
  const { sink, backlog, losses, course, sendTimeoutMs } = options;
  const events = backlog.first(course.largest);
  const lost = losses.pending();
  const result = await send(sink, { events, lost }, sendTimeoutMs);
  const next = course.after(result, events.length);
  if (next === 'settled') {
    backlog.remove(events.length);
    if (result.outcome === 'taken') losses.told(lost);
  }
  return next !== 'wait';
}
