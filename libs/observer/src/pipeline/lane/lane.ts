import type { LossReason, Sink } from '../../sinks/sink.ts';
import type { ObservedEvent } from '../event.ts';
import type { Spool } from '../spool/spool.ts';
import { createAlarm } from './alarm.ts';
import { type BacklogLimits, createBacklog } from './backlog.ts';
import { createCourse } from './course.ts';
import { createLosses } from './losses.ts';
import { sendSpooled, sendWaiting } from './sending.ts';
import { createSpilling } from './spilling.ts';

export interface LaneOptions {
  readonly sink: Sink;
  readonly limits: BacklogLimits;
  /** Null where nothing goes to disk. */
  readonly spool: Spool | null;
  /** For so long events gather before a batch that is not full goes. */
  readonly gatherMs: number;
  readonly sendTimeoutMs: number;
  readonly log: (line: string) => void;
  readonly backoff?: (failures: number) => number;
}

/** The way to one sink: its own queue, failures and losses. Nothing of it throws, rejects or holds a process alive. */
export interface Lane {
  add(event: ObservedEvent): void;
  lose(reason_code: LossReason, count: number): void;
  /** Sends on until nothing is left or a try fails; waits for no second try. */
  flush(): Promise<void>;
  /** What is still there goes to the spool, where there is one; the lane goes on. */
  park(): Promise<void>;
  /** What is still there goes to the spool, or is counted as lost; so is what comes afterwards. */
  close(): Promise<void>;
  /** All that this sink never got. */
  readonly lost: number;
}

/** From so many on a batch goes at once. */
const FULL = 200;

/** Full jitter, doubling from half a second up to half a minute. */
const defaultBackoff = (failures: number): number =>
  Math.random() * Math.min(30_000, 250 * 2 ** Math.min(failures, 10));

export function createLane(options: LaneOptions): Lane {
  const { sink, spool, gatherMs, log, backoff = defaultBackoff } = options;
  const backlog = createBacklog(options.limits);
  const losses = createLosses();
  const course = createCourse({ name: sink.name, losses, log, backoff });
  const sending = { ...options, backlog, losses, course };
  const spilling = createSpilling({ spool, backlog, losses, limits: options.limits });
  const alarm = createAlarm(() => void start());
  let running: Promise<void> | null = null;
  let flushing = 0;
  let closed = false;

  const isLeft = (): boolean => backlog.size > 0 || losses.pending().length > 0;

  async function sendAll(): Promise<void> {
    await spilling.done();
    if (!(await sendSpooled(sending))) return;
    while (isLeft()) {
      const onlyLosses = backlog.size === 0;
      const taken = await sendWaiting(sending);
      if (!taken || onlyLosses || (flushing === 0 && backlog.size < FULL)) return;
    }
  }

  function start(): Promise<void> {
    alarm.clear();
    running ??= sendAll()
      .catch(() => undefined)
      .then(() => {
        running = null;
        wake();
      });
    return running;
  }

  function wake(): void {
    if (closed || running !== null || !isLeft()) return;
    if (course.failing) {
      if (!alarm.isSet) alarm.set(course.waitMs);
      spilling.spill();
    } else if (backlog.size >= FULL) void start();
    else if (!alarm.isSet) alarm.set(gatherMs);
  }

  const lose = (reason_code: LossReason, count: number): void => {
    losses.lose(reason_code, count);
    wake();
  };

  const flush = async (): Promise<void> => {
    flushing += 1;
    await running;
    await start();
    flushing -= 1;
  };

  return {
    add(event) {
      if (closed) losses.lose('closed', 1);
      else if (!backlog.add(event)) losses.lose(spool === null ? 'buffer_full' : 'spool_full', 1);
      wake();
    },
    lose,
    flush,
    park: () => (spool === null ? Promise.resolve() : spilling.keepAll()),
    async close() {
      closed = true;
      alarm.clear();
      await spilling.keepAll();
      if (losses.total > 0) log(`${sink.name} never got ${losses.total} events`);
      await sink.close?.();
    },
    get lost() {
      return losses.total;
    },
  };
}
