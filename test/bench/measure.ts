import { countingProcessor, type ProcessorTime } from './processor.ts';

/** One way of appending, measured by itself. */
export interface Arm {
  readonly name: string;
  /** Processor time so far, in microseconds, of parts that are not this process. */
  readonly processors?: Readonly<Record<string, () => number>>;
  /** Works for that long and tells what it did. */
  run(seconds: number): Promise<Round>;
  close(): Promise<void>;
}

export interface Round {
  readonly eventsPerSecond: number;
  /** Milliseconds an append, where single appends are timed. */
  readonly p50?: number;
  readonly p99?: number;
}

export interface Result {
  readonly name: string;
  readonly eventsPerSecond: number;
  readonly slowest: number;
  readonly fastest: number;
  readonly p50: number | undefined;
  readonly p99: number | undefined;
  /** Microseconds an event, by part; `client` is this process. */
  readonly processor: ProcessorTime;
}

export const writers = 16;
/** Streams are cut after so many appends, as attempts are. */
export const appendsPerStream = 20;

interface Measuring {
  readonly seconds: number;
  readonly rounds: number;
  /** Seconds that each arm works before it counts; as long as a round when absent. */
  readonly warmUp?: number;
  /** Processor time of what all arms use, as the database is. */
  readonly shared?: Readonly<Record<string, () => number>>;
}

const ownProcessorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Medians over rounds in which all arms take turns, every other time in reverse, so that a slow disk slows them alike. */
export async function measure(
  arms: readonly Arm[],
  { seconds, rounds, warmUp = seconds, shared = {} }: Measuring,
): Promise<readonly Result[]> {
  const found = new Map<Arm, (Round & { readonly processor: ProcessorTime })[]>(arms.map((arm) => [arm, []]));
  const runOne = async (arm: Arm): Promise<void> => {
    const parts = { client: ownProcessorTime, ...arm.processors, ...shared };
    const { result, processor } = await countingProcessor(parts, () => arm.run(seconds));
    const events = result.eventsPerSecond * seconds;
    const each = Object.entries(processor).map(([part, time]) => [part, time / events] as const);
    found.get(arm)?.push({ ...result, processor: Object.fromEntries(each) });
  };
  for (const arm of arms) await arm.run(warmUp);
  for (let round = 0; round < rounds; round += 1) {
    for (const arm of round % 2 === 0 ? arms : arms.toReversed()) await runOne(arm);
    console.error(`round ${round + 1} of ${rounds} done`);
  }
  return [...found].map(([{ name }, all]) => {
    const parts = Object.keys(all[0]?.processor ?? {});
    const rates = all.map(({ eventsPerSecond }) => eventsPerSecond);
    return {
      name,
      eventsPerSecond: median(rates) ?? 0,
      slowest: Math.min(...rates),
      fastest: Math.max(...rates),
      p50: median(all.flatMap(({ p50 }) => p50 ?? [])),
      p99: median(all.flatMap(({ p99 }) => p99 ?? [])),
      processor: Object.fromEntries(
        parts.map((part) => [part, median(all.flatMap(({ processor }) => processor[part] ?? [])) ?? 0]),
      ),
    };
  });
}

/** `append` by each writer, one after the other, until the time is over; it tells how many events it stored. */
export async function together(seconds: number, append: (writer: number) => Promise<number>): Promise<Round> {
  const started = performance.now();
  const end = started + seconds * 1_000;
  const times: number[] = [];
  const counts = await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      let events = 0;
      for (let before = performance.now(); before < end;) {
        events += await append(writer);
        const after = performance.now();
        times.push(after - before);
        before = after;
      }
      return events;
    }),
  );
  const elapsed = (performance.now() - started) / 1_000;
  times.sort((a, b) => a - b);
  return {
    eventsPerSecond: counts.reduce((sum, count) => sum + count, 0) / elapsed,
    p50: times[times.length >> 1] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

export function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
