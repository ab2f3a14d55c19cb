/** What came of running a hook. */
export type HookResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export interface Containing {
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** A hook that never throws, never rejects and always settles: at once where the owner's does. */
export type ContainedHook = (input: unknown) => HookResult | Promise<HookResult>;

const FAILED: HookResult = { ok: false };

const MOST_FAILURES = 3;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 600_000;

/** After three failures in a row a hook rests; each failure after that doubles the rest. */
function createRest(
  name: string,
  { now, log }: Containing,
): { rests(): boolean; settled(ok: boolean): void } {
  let failures = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let until = 0;
  return {
    rests: () => failures >= MOST_FAILURES && now() < until,
    settled(ok) {
      if (ok) {
        failures = 0;
        pauseMs = FIRST_PAUSE_MS;
        return;
      }
      failures += 1;
      if (failures < MOST_FAILURES) return;
      if (failures === MOST_FAILURES)
        log(`the hook ${name} failed ${MOST_FAILURES} times in a row and rests`);
      until = now() + pauseMs;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    },
  };
}

const mayBePromise = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Settles with what `value` becomes, or after the time. The timer holds no process alive. */
function within(value: unknown, timeoutMs: number): Promise<HookResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(FAILED);
    }, timeoutMs);
    timer.unref();
    const settle = (result: HookResult): void => {
      clearTimeout(timer);
      resolve(result);
    };
    // What `then` is, and whether reading it throws, is the owner's: the engine looks, within this promise.
    void new Promise((settled) => {
      settled(value);
    }).then(
      (settled) => {
        settle({ ok: true, value: settled });
      },
      () => {
        settle(FAILED);
      },
    );
  });
}

/** See {@link ContainedHook}. What an owner's hook does is told in no log: only that it failed. */
export function containHook(
  name: string,
  hook: (input: never) => unknown,
  containing: Containing,
): ContainedHook {
  const rest = createRest(name, containing);
  const settled = (result: HookResult): HookResult => {
    rest.settled(result.ok);
    return result;
  };
  return (input) => {
    if (rest.rests()) return FAILED;
    let value: unknown;
    try {
      value = hook(input as never);
    } catch {
      return settled(FAILED);
    }
    return mayBePromise(value)
      ? within(value, containing.timeoutMs).then(settled)
      : settled({ ok: true, value });
  };
}
