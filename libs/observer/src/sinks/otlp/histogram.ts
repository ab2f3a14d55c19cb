import { type Attribute, attributesOf, nanoseconds, type Values } from './attributes.ts';

/** Bounds in seconds that the conventions name. */
const BOUNDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Series of one metric; what comes beyond goes into one that says so. */
const MOST_SERIES = 1_000;

interface Series {
  readonly attributes: readonly Attribute[];
  readonly buckets: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

export type Temporality = 'cumulative' | 'delta';

/** A histogram of durations, by attributes of few values. */
export interface DurationHistogram {
  /** `values` are told apart by identity: the same object for the same series. */
  record(seconds: number, values: Values): void;
  /** As OTLP has it in JSON, from `since` to `now`; null where nothing was recorded. */
  collect(since: number, now: number): object | null;
  /** What was collected is told: a delta begins anew. */
  told(): void;
}

const overflow = { 'otel.metric.overflow': true };

export function createDurationHistogram(name: string, temporality: Temporality): DurationHistogram {
  const all = new Map<Values, Series>();

  const seriesOf = (values: Values): Series => {
    const known = all.get(values);
    if (known !== undefined) return known;
    if (all.size >= MOST_SERIES && values !== overflow) return seriesOf(overflow);
    const series: Series = {
      attributes: attributesOf(values),
      buckets: new Array<number>(BOUNDS.length + 1).fill(0),
      count: 0,
      sum: 0,
      min: Infinity,
      max: 0,
    };
    all.set(values, series);
    return series;
  };

  return {
    record(seconds, values) {
      const series = seriesOf(values);
      const above = BOUNDS.findIndex((bound) => seconds <= bound);
      const bucket = above < 0 ? BOUNDS.length : above;
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
      series.count += 1;
      series.sum += seconds;
      series.min = Math.min(series.min, seconds);
      series.max = Math.max(series.max, seconds);
    },
    collect(since, now) {
      if (all.size === 0) return null;
      const dataPoints = [...all.values()].map(({ attributes, buckets, count, sum, min, max }) => ({
        attributes,
        startTimeUnixNano: nanoseconds(since),
        timeUnixNano: nanoseconds(now),
        count: String(count),
        sum,
        min,
        max,
        bucketCounts: buckets.map(String),
        explicitBounds: BOUNDS,
      }));
      const aggregationTemporality = temporality === 'delta' ? 1 : 2;
      return { name, unit: 's', histogram: { dataPoints, aggregationTemporality } };
    },
    told() {
      if (temporality === 'delta') all.clear();
    },
  };
}
