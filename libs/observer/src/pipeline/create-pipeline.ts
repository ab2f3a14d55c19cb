import { join } from 'node:path';
import type { Pipeline } from '../pipeline.ts';
import { createRedaction } from '../privacy/redaction.ts';
import type { Sink } from '../sinks/sink.ts';
import type { ObservedEvent } from './event.ts';
import { createIntake } from './intake.ts';
import { createJudge, type Verdict } from './judge.ts';
import { createLane, type Lane } from './lane/lane.ts';
import type { PipelineOptions } from './options.ts';
import { noOwnParts, type OwnParts } from './own-parts.ts';
import { createFileSpool } from './spool/file-spool.ts';

/** What the pipeline needs beside the owner's options. */
export interface PipelineParts {
  readonly log: (line: string) => void;
  /** Milliseconds since 1970; the machine's clock when absent. */
  readonly now?: () => number;
  /** What of the calls is ours; nothing when absent. */
  readonly own?: OwnParts;
}

const HOOK_TIMEOUT_MS = 2_000;
const GATHER_MS = 200;
const SEND_TIMEOUT_MS = 15_000;
const FLUSH_MS = 5_000;
/** The process of a stdio server ends with its client, and waits so long for what it has to tell. */
const LAST_FLUSH_MS = 1_000;
const MOST_EVENTS = 20_000;
const MOST_BYTES = 16 * 1024 * 1024;
const SPOOL_BYTES = 64 * 1024 * 1024;

const withoutServed = (event: ObservedEvent): ObservedEvent =>
  event.listing === null ? event : { ...event, listing: { ...event.listing, served: null } };

/** Resolves with `work`, or when the time is over; only for so long it holds the process alive: somebody waits for it. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let hold: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    hold = setTimeout(resolve, Math.max(0, ms));
  });
  await Promise.race([work.catch(() => undefined), over]);
  clearTimeout(hold);
}

function createLanes(
  options: PipelineOptions,
  { log, now = Date.now }: PipelineParts,
): readonly [Sink, Lane][] {
  const { sinks = [], buffer = {}, spool, gatherMs = GATHER_MS } = options;
  const limits = { events: buffer.events ?? MOST_EVENTS, bytes: buffer.bytes ?? MOST_BYTES };
  const spoolOf = (name: string): Parameters<typeof createFileSpool>[0] | null =>
    spool === undefined
      ? null
      : { directory: join(spool.directory), name, maxBytes: spool.maxBytes ?? SPOOL_BYTES, now, log };
  return sinks.map((sink) => {
    const files = spoolOf(sink.name);
    const lane = createLane({
      sink,
      limits,
      spool: files === null ? null : createFileSpool(files),
      gatherMs,
      sendTimeoutMs: SEND_TIMEOUT_MS,
      log,
    });
    return [sink, lane];
  });
}

/** From observations to sinks: hooks, redaction, a queue for each sink. See {@link Pipeline}. */
export function createPipeline(options: PipelineOptions, parts: PipelineParts): Pipeline {
  const { log, now = Date.now, own = noOwnParts } = parts;
  const lanes = createLanes(options, parts);
  const judge = createJudge({
    hooks: options,
    allowed: options,
    redaction: createRedaction(options.secrets),
    containing: { timeoutMs: options.hookTimeoutMs ?? HOOK_TIMEOUT_MS, now, log },
    own,
  });

  const give = (event: ObservedEvent): void => {
    const plain = withoutServed(event);
    for (const [sink, lane] of lanes) lane.add(sink.wantsCatalog === true ? event : plain);
  };
  const onVerdict = (verdict: Verdict): void => {
    if (verdict === 'lost') for (const [, lane] of lanes) lane.lose('hook_failed', 1);
    else if (verdict !== null) give(verdict);
  };
  const intake = createIntake({ judge, onVerdict, limit: options.buffer?.events ?? MOST_EVENTS });
  let closed: Promise<void> | null = null;

  const flushed = async (): Promise<void> => {
    await intake.idle();
    await Promise.all(lanes.map(([, lane]) => lane.flush()));
  };
  const lastFlush = async (): Promise<void> => {
    await within(LAST_FLUSH_MS, flushed());
    await within(LAST_FLUSH_MS, Promise.all(lanes.map(([, lane]) => lane.park())));
  };
  const close = async (ms: number): Promise<void> => {
    const until = performance.now() + ms;
    await within(ms, flushed());
    await within(until - performance.now() + 500, Promise.all(lanes.map(([, lane]) => lane.close())));
  };

  return {
    take(observation) {
      if (lanes.length === 0) return;
      if (closed !== null || !intake.add(observation)) {
        for (const [, lane] of lanes) lane.lose(closed === null ? 'buffer_full' : 'closed', 1);
      }
    },
    ended: () => void lastFlush(),
    flush: (deadlineMs = FLUSH_MS) => within(deadlineMs, flushed()),
    close: (deadlineMs = FLUSH_MS) => (closed ??= close(deadlineMs)),
  };
}
