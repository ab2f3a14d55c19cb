import type { Result } from './measure.ts';

interface Target {
  readonly of: string;
  /** At least so many times the rate of the reference. */
  readonly times: number;
  readonly reference: string;
}

const targets: readonly Target[] = [
  { of: 'event log port, 1 an append', times: 5, reference: 'Emmett 0.42, 1 an append' },
  { of: 'event log port, 1 an append', times: 0.65, reference: 'raw PostgreSQL, one INSERT a commit' },
  { of: 'event log port, 10 an append', times: 1.6, reference: 'Emmett 0.42, 10 an append' },
];

export function table(results: readonly Result[], reference = 'raw PostgreSQL, one INSERT a commit'): string {
  const raw = rateOf(results, reference);
  const rows = results.map(({ name, eventsPerSecond, slowest, fastest, p50, p99, processor }) =>
    [
      name,
      Math.round(eventsPerSecond),
      `${Math.round(slowest)} to ${Math.round(fastest)}`,
      (eventsPerSecond / raw).toFixed(2),
      p50?.toFixed(2) ?? '',
      p99?.toFixed(2) ?? '',
      Object.entries(processor)
        .map(([part, time]) => `${part} ${time.toFixed(0)}`)
        .join(', '),
    ].join(' | '),
  );
  return [
    '| 16 writers | events/s (median) | slowest to fastest round | x reference | p50 ms | p99 ms | µs of processor an event |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

export function judge(
  results: readonly Result[],
  wanted: readonly Target[] = targets,
): {
  readonly hold: boolean;
  readonly lines: readonly string[];
} {
  const judged = wanted.map(({ of, times, reference }) => {
    const ratio = rateOf(results, of) / rateOf(results, reference);
    const holds = ratio >= times;
    const line = `- ${holds ? 'holds' : 'DOES NOT HOLD'}: ${of} is ${ratio.toFixed(2)} x ${reference}, wanted ${times} x or more`;
    return { holds, line };
  });
  return { hold: judged.every(({ holds }) => holds), lines: judged.map(({ line }) => line) };
}

const rateOf = (results: readonly Result[], name: string): number =>
  results.find((result) => result.name === name)?.eventsPerSecond ?? NaN;

/** One rate beside its reference. */
export function judgeRatio(ratio: {
  readonly of: string;
  readonly rate: number;
  readonly reference: string;
  readonly referenceRate: number;
  readonly times: number;
}): { readonly holds: boolean; readonly table: string; readonly line: string } {
  const { of, rate, reference, referenceRate, times } = ratio;
  const found = rate / referenceRate;
  const holds = found >= times;
  return {
    holds,
    table: [
      '| what | events/s (median) | x reference |',
      '|---|---|---|',
      `| ${reference} | ${Math.round(referenceRate)} | 1.00 |`,
      `| ${of} | ${Math.round(rate)} | ${found.toFixed(2)} |`,
    ].join('\n'),
    line: `- ${holds ? 'holds' : 'DOES NOT HOLD'}: ${of} is ${found.toFixed(2)} x ${reference}, wanted ${times} x or more`,
  };
}
