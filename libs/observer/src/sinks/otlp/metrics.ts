import type { ObservedEvent } from '../../pipeline/event.ts';
import type { Loss } from '../sink.ts';
import { attributesOf, nanoseconds } from './attributes.ts';
import type { Common } from './conventions.ts';
import { createDurationHistogram, type Temporality } from './histogram.ts';

export interface Metrics {
  /** Events that were taken, each once. */
  count(events: readonly (readonly [ObservedEvent, Common])[], lost: readonly Loss[]): void;
  /** Null where there is nothing new to tell. */
  collect(now: number): readonly object[] | null;
  /** What was collected last is told. */
  told(now: number): void;
}

/** Durations of operations and sessions by the semantic conventions for MCP, and what was lost. */
export function createMetrics(temporality: Temporality, startedAt: number): Metrics {
  const served = createDurationHistogram('mcp.server.operation.duration', temporality);
  const asked = createDurationHistogram('mcp.client.operation.duration', temporality);
  const sessions = createDurationHistogram('mcp.server.session.duration', temporality);
  const losses = new Map<string, number>();
  let since = startedAt;
  let isNew = false;

  const lossMetric = (now: number): object | null => {
    if (losses.size === 0) return null;
    const dataPoints = [...losses].map(([reason, count]) => ({
      attributes: attributesOf({ 'witness.reason': reason }),
      startTimeUnixNano: nanoseconds(since),
      timeUnixNano: nanoseconds(now),
      asInt: String(count),
    }));
    const aggregationTemporality = temporality === 'delta' ? 1 : 2;
    return {
      name: 'witness.observer.events.lost',
      unit: '{event}',
      sum: { dataPoints, aggregationTemporality, isMonotonic: true },
    };
  };

  return {
    count(events, lost) {
      for (const [event, { values }] of events) {
        const seconds = (event.duration_ms ?? 0) / 1_000;
        if (event.kind === 'closed') {
          if (event.duration_ms !== null) sessions.record(seconds, values);
        } else if (event.asked_by === 'server') asked.record(seconds, values);
        else if (event.kind !== 'custom') served.record(seconds, values);
      }
      for (const { reason_code, count } of lost)
        losses.set(reason_code, (losses.get(reason_code) ?? 0) + count);
      isNew ||= events.length > 0 || lost.length > 0;
    },
    collect(now) {
      if (!isNew) return null;
      const histograms = [served, asked, sessions].map((histogram) => histogram.collect(since, now));
      return [...histograms, lossMetric(now)].filter((metric) => metric !== null);
    },
    told(now) {
      isNew = false;
      for (const histogram of [served, asked, sessions]) histogram.told();
      if (temporality !== 'delta') return;
      losses.clear();
      since = now;
    },
  };
}
