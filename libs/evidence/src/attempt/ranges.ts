/**
 * A set of whole numbers from 0, as the ends of its runs: `[1, 5, 8, 8]` holds 1 to 5 and 8. Of more than 64 runs the two
 * lowest are joined; the numbers between them then count as missing for good, in `missing`.
 */
export interface Ranges {
  readonly ends: readonly number[];
  readonly missing: number;
}

const MAX_RUNS = 64;

export const emptyRanges: Ranges = { ends: [], missing: 0 };

export function includes(ranges: Ranges, value: number): boolean {
  const { ends } = ranges;
  for (let index = ends.length - 2; index >= 0; index -= 2) {
    if (value >= (ends[index] ?? 0)) return value <= (ends[index + 1] ?? 0);
  }
  return false;
}

/** The set with `value`; the same object when it is there already. */
export function include(ranges: Ranges, value: number): Ranges {
  if (includes(ranges, value)) return ranges;
  if (ranges.ends.at(-1) === value - 1) return { ...ranges, ends: ranges.ends.with(-1, value) };
  const runs: [number, number][] = [];
  let [from, to] = [value, value];
  for (let index = 0; index < ranges.ends.length; index += 2) {
    const [start, end] = [ranges.ends[index] ?? 0, ranges.ends[index + 1] ?? 0];
    if (end === value - 1) from = start;
    else if (start === value + 1) to = end;
    else runs.push([start, end]);
  }
  runs.push([from, to]);
  runs.sort(([a], [b]) => a - b);
  return bounded(runs, ranges.missing);
}

function bounded(runs: [number, number][], missing: number): Ranges {
  const [lowest, second, ...rest] = runs;
  if (runs.length <= MAX_RUNS || lowest === undefined || second === undefined) {
    return { ends: runs.flat(), missing };
  }
  const between = second[0] - lowest[1] - 1;
  return { ends: [lowest[0], second[1], ...rest.flat()], missing: missing + between };
}

/** How many numbers from `first` up to the greatest one held are not in the set. */
export function missingFrom(ranges: Ranges, first: number): number {
  let missing = ranges.missing;
  let next = first;
  for (let index = 0; index < ranges.ends.length; index += 2) {
    missing += Math.max(0, (ranges.ends[index] ?? 0) - next);
    next = (ranges.ends[index + 1] ?? 0) + 1;
  }
  return missing;
}
