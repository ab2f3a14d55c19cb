/** One way of appending, measured by itself. */
export interface Arm {
  readonly name: string;
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
}

export const writers = 16;
/** Streams are cut after so many appends, as attempts are. */
export const appendsPerStream = 20;

/** Medians over rounds in which all arms take turns, every other time in reverse, so that a slow disk slows them alike. */
export async function measure(
  arms: readonly Arm[],
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<readonly Result[]> {
  const found = new Map<Arm, Round[]>(arms.map((arm) => [arm, []]));
  for (const arm of arms) await arm.run(seconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const arm of round % 2 === 0 ? arms : arms.toReversed())
      found.get(arm)?.push(await arm.run(seconds));
    console.error(`round ${round + 1} of ${rounds} done`);
  }
  return [...found].map(([{ name }, all]) => {
    const rates = all.map(({ eventsPerSecond }) => eventsPerSecond);
    return {
      name,
      eventsPerSecond: median(rates) ?? 0,
      slowest: Math.min(...rates),
      fastest: Math.max(...rates),
      p50: median(all.flatMap(({ p50 }) => p50 ?? [])),
      p99: median(all.flatMap(({ p99 }) => p99 ?? [])),
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

function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
