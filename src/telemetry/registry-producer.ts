import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { type Registry } from 'prom-client';

interface Value {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** Of a histogram's parts: the metric's name and `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

/** As the registry gives it; its own declaration has another `type`. */
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly values: readonly Value[];
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/** Gives the registry's metrics to OpenTelemetry as they are: what is counted is counted in one place. */
export const registryProducer = (registry: Registry): MetricProducer => {
  const startTime = hrTime();
  return {
    collect: async () => {
      const times = { startTime, endTime: hrTime() };
      const metrics = (await registry.getMetricsAsJSON()) as unknown as readonly Metric[];
      const scopeMetrics = [
        { scope: { name: 'mcp-witness' }, metrics: metrics.flatMap((metric) => convert(metric, times)) },
      ];
      return { resourceMetrics: { resource: resourceFromAttributes({}), scopeMetrics }, errors: [] };
    },
  };
};

/** Summaries have no counterpart that can be added up, and none is registered. */
const convert = (metric: Metric, times: Times): readonly MetricData[] => {
  const common = {
    descriptor: {
      name: metric.name,
      description: metric.help,
      unit: metric.name.endsWith('_seconds') ? 's' : metric.name.endsWith('_bytes') ? 'By' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const numbers = (): DataPoint<number>[] =>
    metric.values.map(({ value, labels }) => ({ ...times, attributes: attributesOf(labels), value }));
  switch (metric.type) {
    case 'counter':
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbers() }];
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: numbers() }];
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric, times) }];
    case 'summary':
      return [];
  }
};

const attributesOf = (labels: Value['labels']): Attributes => {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(labels))
    if (name !== 'le' && value !== undefined) attributes[name] = value;
  return attributes;
};

/** Of one set of labels: `_bucket` values, each with all that is below it, then `_sum` and `_count`. */
const histograms = (metric: Metric, times: Times): DataPoint<Histogram>[] => {
  const bySeries = new Map<string, Value[]>();
  for (const value of metric.values) {
    const key = JSON.stringify(attributesOf(value.labels));
    bySeries.set(key, [...(bySeries.get(key) ?? []), value]);
  }
  return [...bySeries.values()].map((values) => ({
    ...times,
    attributes: attributesOf(values[0]?.labels ?? {}),
    value: histogramOf(metric.name, values),
  }));
};

const histogramOf = (name: string, values: readonly Value[]): Histogram => {
  const named = (suffix: string): readonly Value[] =>
    values.filter(({ metricName }) => metricName === `${name}_${suffix}`);
  const buckets = named('bucket').map(({ labels, value }) => ({ le: boundaryOf(labels.le), value }));
  return {
    buckets: {
      boundaries: buckets.map(({ le }) => le).filter(Number.isFinite),
      counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
    },
    sum: named('sum')[0]?.value ?? 0,
    count: named('count')[0]?.value ?? 0,
  };
};

const boundaryOf = (le: string | number | undefined): number =>
  le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
