import type { Observation } from '../../src/observation.ts';
import type { ObservedEvent } from '../../src/pipeline/event.ts';
import { createPipeline, type PipelineParts } from '../../src/pipeline/create-pipeline.ts';
import type { PipelineOptions } from '../../src/pipeline/options.ts';
import type { Pipeline } from '../../src/pipeline.ts';
import type { Batch, SendResult, Sink } from '../../src/sinks/sink.ts';

let count = 0;

/** A tool call that went well, as it was seen; with what a spec needs to be otherwise. */
export function anObservation(otherwise: Partial<Observation> = {}): Observation {
  count += 1;
  return {
    id: `observation-${count}`,
    kind: 'call',
    server: 'hub',
    method: 'tools/call',
    asked_by: 'client',
    at: 1_796_000_000_000.5,
    duration_ms: 12.25,
    outcome: 'ok',
    error_code: null,
    reason_code: null,
    name: 'list_issues',
    result_bytes: 120,
    round_trips: 1,
    era: 'modern',
    protocol_version: '2026-07-28',
    client: { name: 'claude-code', version: '2.1.318', rung: 'envelope' },
    correlation: { rung: 'none' },
    connection_id: null,
    transport: 'http',
    listing: null,
    parent_id: null,
    traceparent: null,
    tracestate: null,
    content: null,
    ...otherwise,
  };
}

/** A list of tools, with its entries as they were served. */
export const aList = (served: readonly unknown[]): Observation =>
  anObservation({
    kind: 'list',
    method: 'tools/list',
    listing: { of: 'tools', count: served.length, pages: 1, complete: true, looped: false, served },
  });

/** A call with these arguments. */
export const aCall = (
  args: unknown,
  otherwise: Partial<Observation> & { result?: unknown; extra?: unknown } = {},
): Observation => {
  const { result, extra, ...rest } = otherwise;
  const params = { name: 'list_issues', arguments: args };
  return anObservation({ ...rest, content: { params, result, extra, error: undefined } });
};

/** A sink that takes everything into memory, or does with a batch what it is told. */
export interface Kept extends Sink {
  readonly batches: readonly Batch[];
  readonly events: readonly ObservedEvent[];
  answer: (batch: Batch, signal: AbortSignal) => Promise<SendResult>;
}

export function keepingSink(name = 'kept', more: Partial<Sink> = {}): Kept {
  const batches: Batch[] = [];
  return {
    name,
    ...more,
    batches,
    get events() {
      return batches.flatMap(({ events }) => events);
    },
    answer: () => Promise.resolve({ outcome: 'taken' }),
    async send(batch, signal) {
      const result = await this.answer(batch, signal);
      if (result.outcome === 'taken') batches.push(batch);
      return result;
    },
  };
}

/** A pipeline for the time of the callback, with what it logged. */
export async function withPipeline(
  options: PipelineOptions,
  use: (pipeline: Pipeline, logged: readonly string[]) => Promise<void>,
  parts: Partial<PipelineParts> = {},
): Promise<void> {
  const logged: string[] = [];
  const pipeline = createPipeline(options, { log: (line) => logged.push(line), ...parts });
  try {
    await use(pipeline, logged);
  } finally {
    await pipeline.close(100);
  }
}

/** The events that come of these observations. */
export async function eventsOf(
  options: PipelineOptions,
  observations: readonly Observation[],
): Promise<readonly ObservedEvent[]> {
  const sink = keepingSink();
  await withPipeline({ ...options, sinks: [sink] }, async (pipeline) => {
    for (const observation of observations) pipeline.take(observation);
    await pipeline.flush();
  });
  return sink.events;
}
