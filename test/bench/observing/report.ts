import type { Fault } from './arm.ts';

export interface Judged {
  readonly holds: boolean;
  readonly text: string;
}

export interface Cost {
  readonly name: string;
  /** Microseconds of each call. */
  readonly times: readonly number[];
  /** Microseconds of processor time a call, with what was done later. */
  readonly processor: number;
  readonly requests: number;
  readonly told: number;
}

const MOST_ADDED_P95 = 50;
const MOST_PROCESSOR = 50;
/** Microseconds. */
const MOST_ADDED_DEAD = 50_000;

const line = (holds: boolean, text: string): string => `- ${holds ? 'holds' : 'DOES NOT HOLD'}: ${text}`;

const quantile = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;

/** The first is the server that nobody observes, the second ours. */
export function judgeCost(costs: readonly Cost[]): Judged {
  const [bare] = costs;
  const rows = costs.map(({ name, times, processor, requests, told }) => {
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    const added = [p50 - quantile(bare?.times ?? [], 0.5), p95 - quantile(bare?.times ?? [], 0.95)];
    return {
      name,
      p50,
      p95,
      added,
      processor,
      more: processor - (bare?.processor ?? 0),
      requests,
      told,
      of: times.length,
    };
  });
  const ours = rows[1];
  const holdsLatency = (ours?.added[1] ?? Infinity) < MOST_ADDED_P95;
  const holdsProcessor = (ours?.more ?? Infinity) < MOST_PROCESSOR;
  const text = [
    '| in memory, one call after the other | p50 µs | p95 µs | added p50, p95 µs | processor µs a call | added | requests | calls told of |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map(
      ({ name, p50, p95, added, processor, more, requests, told, of }) =>
        `| ${name} | ${p50.toFixed(0)} | ${p95.toFixed(0)} | ${added.map((one) => one.toFixed(0)).join(', ')} | ${processor.toFixed(0)} | ${more.toFixed(0)} | ${requests} | ${told} of ${of} |`,
    ),
    line(holdsLatency, `observing adds less than ${MOST_ADDED_P95} µs to the p95 of a call`),
    line(holdsProcessor, `observing takes less than ${MOST_PROCESSOR} µs of the processor a call`),
  ];
  return { holds: holdsLatency && holdsProcessor, text: text.join('\n') };
}

export interface End {
  readonly name: string;
  readonly kind: 'leave' | 'exit';
  readonly code: number | null;
  readonly lost: number;
}

const ends = { leave: 'closed, and left to end', exit: 'ended at once' } as const;

export function judgeEnds(found: readonly End[], calls: number): Judged {
  const orderly = found.find(({ kind }) => kind === 'leave');
  const holds = orderly?.lost === 0 && orderly.code === 0;
  const text = [
    '| the end of the process | exit code | calls lost |',
    '|---|---|---|',
    ...found.map(
      ({ name, kind, code, lost }) =>
        `| ${name}, ${ends[kind]} | ${code ?? 'had to be killed'} | ${lost} of ${calls} |`,
    ),
    line(holds, 'a server that is closed loses nothing'),
  ];
  return { holds, text: text.join('\n') };
}

export interface Death {
  readonly name: string;
  /** Microseconds of each call. */
  readonly times: readonly number[];
  /** After that time, before it was told to end. */
  readonly alive: boolean;
  readonly code: number | null;
}

const faults: Readonly<Record<Fault, string>> = {
  gone: "nobody is at the collector's address",
  silent: 'the collector takes everything and never answers',
};

export function judgeDead(found: readonly Death[], fault: Fault, seconds: number): Judged {
  const [bare, ours] = found;
  const goesOn = ours?.alive === true && ours.code === 0;
  const added = quantile(ours?.times ?? [], 0.99) - quantile(bare?.times ?? [], 0.99);
  const isQuick = added < MOST_ADDED_DEAD;
  const text = [
    `| ${faults[fault]}, ${seconds} s | p99 µs of a call | server | exit code |`,
    '|---|---|---|---|',
    ...found.map(
      ({ name, times, alive, code }) =>
        `| ${name} | ${quantile(times, 0.99).toFixed(0)} | ${alive ? 'goes on' : 'HAS ENDED'} | ${code ?? 'had to be killed'} |`,
    ),
    line(goesOn, 'the server goes on and ends as it would'),
    line(isQuick, `observing adds less than ${MOST_ADDED_DEAD / 1_000} ms to the p99 of a call`),
  ];
  return { holds: goesOn && isQuick, text: text.join('\n') };
}
