import { setTimeout as pause } from 'node:timers/promises';
import { atRest, processorTime } from './processes.ts';
import { sizeOf, type Way } from './way.ts';

/** How messages come: a few at a time, as fast as they are answered; or so many a second, however long they take. */
export type Pace =
  | { readonly kind: 'full'; readonly together: number }
  | { readonly kind: 'steady'; readonly perSecond: number };

/** Milliseconds a message. */
export interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the processor, microseconds a message, in the processes between client and peer, until they have come to rest. */
  readonly processor: number;
}

async function atFull(way: Way, together: number, end: number, times: number[]): Promise<void> {
  let turn = 0;
  const lane = async (): Promise<void> => {
    for (let before = performance.now(); before < end;) {
      turn += 1;
      await way.exchange(sizeOf(turn));
      const after = performance.now();
      times.push(after - before);
      before = after;
    }
  };
  await Promise.all(Array.from({ length: together }, lane));
}

async function steadily(way: Way, perSecond: number, end: number, times: number[]): Promise<void> {
  const under = new Set<Promise<void>>();
  const started = performance.now();
  for (let turn = 0; performance.now() < end; turn += 1) {
    await pause(Math.max(0, started + (turn * 1_000) / perSecond - performance.now()));
    const before = performance.now();
    const one = way.exchange(sizeOf(turn)).then(() => {
      times.push(performance.now() - before);
      under.delete(one);
    });
    under.add(one);
  }
  await Promise.all(under);
}

export async function goFor(way: Way, pace: Pace, seconds: number): Promise<Round> {
  const times: number[] = [];
  const before = processorTime(way);
  const started = performance.now();
  const end = started + seconds * 1_000;
  if (pace.kind === 'full') await atFull(way, pace.together, end, times);
  else await steadily(way, pace.perSecond, end, times);
  const perSecond = (times.length * 1_000) / (performance.now() - started);
  await atRest(way);
  times.sort((a, b) => a - b);
  return {
    perSecond,
    p50: times[times.length >> 1] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    processor: (processorTime(way) - before) / times.length,
  };
}
