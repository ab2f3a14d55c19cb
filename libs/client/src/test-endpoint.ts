import { dataOf, type Routes, type Within } from './calling.ts';
import { cutOff, problemOf } from './problem.ts';
import type { components } from './schema.gen.ts';

export type EndpointTestResult = components['schemas']['EndpointTestResult'];

/** How far a test is: a stage that has begun. Times are in milliseconds. */
export interface TestProgress {
  readonly stage: string;
  readonly elapsed_ms: number;
  readonly budget_ms: number;
  /** The server may have to be downloaded before it starts, and has a longer budget for that. */
  readonly may_download: boolean;
}

interface Line {
  readonly progress?: TestProgress;
  readonly result?: EndpointTestResult;
  readonly problem?: { readonly status?: number };
}

/** The longest that a test takes. */
const testMs = 60_000;
const route = '/v1/sessions/{session_id}/servers/{server_name}/endpoint-test';

/** Null: no JSON of an object. */
const parse = (text: string): Line | null => {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
};

/** Hands on what whole lines tell of the progress. */
const readingProgress = (onProgress: (progress: TestProgress) => void): ((part: Uint8Array) => void) => {
  const decoder = new TextDecoder();
  let rest = '';
  return (part) => {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const progress = parse(line)?.progress;
      if (progress !== undefined) onProgress(progress);
    }
  };
};

export interface EndpointTest {
  readonly path: { readonly session_id: string; readonly server_name: string };
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (progress: TestProgress) => void;
}

/** Tests a server. Throws a `WitnessError` also for a problem that came after the first progress, and for lines without an end. */
export const testEndpoint = async (
  routes: Routes,
  within: Within,
  { path, signal, onProgress }: EndpointTest,
): Promise<EndpointTestResult> => {
  const headers = { accept: 'application/x-ndjson, application/json;q=0.5' };
  const sending = within(signal, testMs, readingProgress(onProgress));
  const answer = routes.POST(route, { params: { path }, headers, parseAs: 'text', ...sending });
  const text = await dataOf(answer);
  const last = parse(text.trimEnd().split('\n').at(-1) ?? '');
  if (last === null || last.progress !== undefined)
    throw cutOff(
      "The answer ended before the result of the test. If there was one the session's report has it; otherwise test again.",
    );
  if (last.problem !== undefined) {
    throw problemOf(new Response(null, { status: last.problem.status ?? 500 }), last.problem);
  }
  // A service that knows no lines answers with the result alone.
  return last.result ?? (last as EndpointTestResult);
};
