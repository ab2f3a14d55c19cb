import { upstreamOf } from '../fronts/http/target.ts';
import type { ServerEntry } from '../fronts/index.ts';
import { budgetOf, mayDownload } from './budget.ts';
import { converse } from './converse.ts';
import { openHttp } from './http/open-http.ts';
import { openSse } from './http/open-sse.ts';
import { type Limited, limited } from './limited.ts';
import type { Link, Opening } from './link.ts';
import { newProgress, type Progress, type Stage } from './progress.ts';
import { Setback, within } from './setback.ts';
import { openStdio, type Surroundings } from './stdio/open-stdio.ts';

/** What a test found: codes and words of ours, and nothing that the server said but its version of the protocol. */
export interface TestResult {
  readonly reachable: boolean;
  readonly succeeded: boolean;
  /** How far it came when it did not succeed. */
  readonly stage: Stage | null;
  readonly reason_code: string | null;
  readonly warnings: readonly string[];
  /** Lines that a stdio server wrote between its messages. */
  readonly noise_lines: number;
  readonly summary: string | null;
  readonly duration_ms: number;
  readonly budget_ms: number;
  readonly protocol_version: string | null;
  readonly tool_count: number | null;
}

/** A server as it was delivered, and where it runs. */
export interface TestTarget extends Surroundings {
  readonly entry: ServerEntry;
  /** Told of every stage as it begins. */
  readonly onStage?: (begun: StageBegun) => void;
}

interface StageBegun {
  readonly stage: Stage;
  readonly elapsed_ms: number;
  readonly budget_ms: number;
  /** The server may have to be downloaded before it starts, and has a longer budget for that. */
  readonly may_download: boolean;
}

const connectMs = 10_000;

const doing: Readonly<Record<Stage, string>> = {
  start: 'starting',
  connect: 'connecting',
  initialize: 'the first request',
  tools_list: 'tools/list',
};

const openLink = ({ entry, ...at }: TestTarget, opening: Opening): Link | Promise<Link> => {
  if (!('type' in entry)) return openStdio(entry, at, opening);
  const url = upstreamOf(entry.url);
  if (url === null)
    throw new Setback('invalid_configuration', 'The address of the server is no http or https URL.');
  const remote = { entry, url, opening };
  return entry.type === 'sse' ? openSse(remote) : openHttp(remote);
};

/** Ends the test when a connection takes too long; the other stages share the whole budget. */
const limitConnecting = (progress: Progress, over: Limited): NodeJS.Timeout =>
  setTimeout(() => {
    if (progress.stage === 'connect') over.end();
  }, connectMs);

const late = ({ stage }: Progress, ms: number): Setback =>
  new Setback(
    'timeout',
    `The server did not answer in time: ${doing[stage]} took more than ${Math.round(ms / 1000)} seconds.`,
  );

const isAbort = (error: unknown): boolean => {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : null;
  return name === 'TimeoutError' || name === 'AbortError';
};

const setbackOf = (error: unknown, progress: Progress, ms: number): Setback => {
  if (error instanceof Setback) return error;
  if (isAbort(error)) return late(progress, ms);
  return new Setback(
    'test_failed',
    'The test itself failed by a fault of its own, which says nothing of the server.',
  );
};

async function endAll({ endings }: Progress): Promise<void> {
  for (const ending of endings.splice(0).reverse()) await ending();
}

/**
 * Opens the protocol with a server and lists its tools, within a budget. Resolves when nothing of it is left running, also
 * when `signal` aborts. Never rejects.
 */
export async function testEndpoint(
  target: TestTarget,
  signal: AbortSignal,
  budget_ms = budgetOf(target.entry),
): Promise<TestResult> {
  const begun = performance.now();
  const { entry, onStage = () => undefined } = target;
  const may_download = mayDownload(entry);
  const progress = newProgress('type' in entry ? 'connect' : 'start', (stage) => {
    onStage({ stage, elapsed_ms: Math.round(performance.now() - begun), budget_ms, may_download });
  });
  const over = limited(signal, budget_ms);
  const limit = limitConnecting(progress, over);
  let setback: Setback | null = null;
  try {
    const link = await openLink(target, { progress, signal: over.signal });
    await within(
      over.signal,
      converse(
        timed(link, () => performance.now() - begun, { progress, budget_ms }),
        progress,
      ),
    );
  } catch (error) {
    setback = setbackOf(error, progress, performance.now() - begun);
  }
  clearTimeout(limit);
  over.release();
  const duration_ms = Math.round(performance.now() - begun);
  await endAll(progress);
  const { reachable, protocol_version, tool_count, warnings, noise_lines, stage } = progress;
  return {
    reachable,
    succeeded: setback === null,
    stage: setback === null ? null : stage,
    reason_code: setback?.reason_code ?? null,
    warnings: [...warnings],
    noise_lines,
    summary: setback?.message ?? null,
    duration_ms,
    budget_ms,
    protocol_version,
    tool_count: setback === null ? tool_count : null,
  };
}

/** Warns when the first answer took most of the budget. */
function timed(
  link: Link,
  elapsed: () => number,
  { progress, budget_ms }: { readonly progress: Progress; readonly budget_ms: number },
): Link {
  let first = true;
  return {
    tell: (message, version) => link.tell(message, version),
    async ask(request, version) {
      const answer = await link.ask(request, version);
      if (first && elapsed() > budget_ms / 2) progress.warnings.add('slow_start');
      first = false;
      return answer;
    },
  };
}
