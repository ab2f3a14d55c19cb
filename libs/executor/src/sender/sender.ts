import { type Backlog, batchLimits } from '../spool/backlog.ts';
import { deliver, type Delivery } from './deliver.ts';
import type { EvidenceSink } from './sink.ts';

/** Told once each: that the credentials are not taken (again, when they were taken in between), and the first event that was refused for good. */
export type SenderTrouble =
  | { readonly kind: 'unauthorized'; readonly status: number }
  | { readonly kind: 'refused'; readonly code: string };

export interface SenderOptions {
  readonly sink: EvidenceSink;
  readonly backlog: Backlog;
  readonly onTrouble: (trouble: SenderTrouble) => void;
  /** Milliseconds to wait after that many failures in a row. */
  readonly backoff?: (failures: number) => number;
  /** The same after the credentials were not taken, which only a person can change. */
  readonly patience?: () => number;
}

export interface Sender {
  /** There may be something to send. */
  wake(): void;
  /** Sends on until nothing is left, a try fails, or `ms` are over. The sender does nothing after that. */
  finish(ms: number): Promise<void>;
  /** How many events the service refused for good; they are dropped. */
  readonly refused: number;
}

/** Full jitter, doubling from a quarter of a second up to half a minute. */
const defaultBackoff = (failures: number): number =>
  Math.random() * Math.min(30_000, 250 * 2 ** Math.min(failures, 10));

/** Two to five minutes: a key may have been made anew at the service, or it was not itself when it refused. */
const defaultPatience = (): number => 120_000 + Math.random() * 180_000;

const leastWaitMs = 50;

/** After a batch was taken, events gather for this long before the next goes: each costs a request, however small it is. */
const gatherMs = 250;

/** Behind a batch like this there may be more already. */
const isFull = (events: number): boolean => events >= batchLimits.events / 2;

type Next = 'more' | 'later';

/** Judges what became of each try. */
function createCourse(options: SenderOptions): {
  readonly refused: number;
  readonly waitMs: number;
  after(delivery: Delivery): Next;
} {
  const { backoff = defaultBackoff, patience = defaultPatience, onTrouble } = options;
  let refused = 0;
  let failures = 0;
  let waitMs = 0;
  let refusedUs = false;
  return {
    get refused() {
      return refused;
    },
    get waitMs() {
      return waitMs;
    },
    after(delivery) {
      if (delivery.outcome === 'later') {
        failures += 1;
        waitMs = delivery.after_ms ?? backoff(failures);
        return 'later';
      }
      if (delivery.outcome === 'unauthorized') {
        if (!refusedUs) onTrouble({ kind: 'unauthorized', status: delivery.status });
        refusedUs = true;
        waitMs = patience();
        return 'later';
      }
      failures = 0;
      refusedUs = false;
      const [code] = delivery.refusals;
      if (code !== undefined && refused === 0) onTrouble({ kind: 'refused', code });
      refused += delivery.refusals.length;
      return 'more';
    },
  };
}

/** Sends a backlog batch by batch, in order, for as long as it takes. Holds no process alive while it waits. */
export function createSender(options: SenderOptions): Sender {
  const { sink, backlog } = options;
  const abort = new AbortController();
  const course = createCourse(options);
  let running: Promise<Next> | null = null;
  let again = false;
  let closing = false;
  let timer: NodeJS.Timeout | null = null;
  let goOn = (): void => undefined;

  const gather = (): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve;
      setTimeout(resolve, gatherMs).unref();
    });

  async function sendAll(): Promise<Next> {
    for (;;) {
      const batch = await backlog.next();
      if (batch === null) return 'more';
      const next = course.after(await deliver(batch, sink, abort.signal));
      if (next !== 'more') return next;
      await backlog.sent(batch);
      if (!closing && !isFull(batch.json.length)) await gather();
    }
  }

  function start(): Promise<Next> {
    again = false;
    running = sendAll()
      .catch((): Next => 'later')
      .then((next) => {
        running = null;
        if (next === 'later' && !closing) retry(Math.max(course.waitMs, leastWaitMs));
        return next === 'more' && again ? start() : next;
      });
    return running;
  }

  function retry(ms: number): void {
    timer = setTimeout(() => {
      timer = null;
      void start();
    }, ms);
    timer.unref();
  }

  return {
    get refused() {
      return course.refused;
    },
    wake() {
      again = true;
      if (running === null && timer === null && !closing) void start();
    },
    async finish(ms) {
      closing = true;
      goOn();
      if (timer !== null) clearTimeout(timer);
      const limit = setTimeout(() => {
        abort.abort();
      }, ms);
      const last = await running;
      if (last !== 'later') await start();
      clearTimeout(limit);
    },
  };
}
