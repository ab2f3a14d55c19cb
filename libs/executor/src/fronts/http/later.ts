/**
 * Steps that are taken in order, behind what passes: together, when nothing came for a while, at the latest after a tenth of
 * a second, or when there are many. So hardly any message that passes meets them.
 */
export interface Later {
  /** `bytes` are held for as long as the step waits. */
  do(step: () => void, bytes?: number): void;
  /** Takes every step that waits. */
  now(): void;
  /** Milliseconds since 1970: when the step that is being taken was put here; outside of steps, the time of day. */
  readonly time: () => number;
}

const quietMs = 20;
const longestMs = 100;
const mostWaiting = 2048;
const mostBytes = 4 * 1024 * 1024;

interface Step {
  readonly at: number;
  readonly take: () => void;
}

export function createLater(): Later {
  let waiting: Step[] = [];
  let held = 0;
  let last = 0;
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let takenAt: number | null = null;

  function now(): void {
    if (timer !== null) clearTimeout(timer);
    if (soon !== null) clearImmediate(soon);
    timer = null;
    soon = null;
    const steps = waiting;
    waiting = [];
    held = 0;
    for (const { at, take } of steps) {
      takenAt = at;
      try {
        take();
      } catch {
        // What is told of a frame is none of the frame's business.
      }
    }
    takenAt = null;
  }
  function look(): void {
    const wait = Math.min(last + quietMs, (waiting[0]?.at ?? 0) + longestMs) - Date.now();
    if (wait > 0) timer = setTimeout(look, wait);
    else now();
  }
  return {
    do(take, bytes = 0) {
      last = Date.now();
      waiting.push({ at: last, take });
      held += bytes;
      if (waiting.length > mostWaiting || held > mostBytes) soon ??= setImmediate(now);
      else timer ??= setTimeout(look, quietMs);
    },
    now,
    time: () => takenAt ?? Date.now(),
  };
}
