import { type EndpointTest, type EvidenceEvent, parseEvent, sanitizeText } from '@mcp-witness/evidence';
import { isRecord, readJson } from '../sockets/read-json.ts';

type Data = Readonly<Record<string, unknown>>;

interface OutputLine {
  readonly at: string;
  readonly stream: 'stderr' | 'stdout';
  readonly text: string;
}

export interface RecentOutput {
  readonly lines: readonly OutputLine[];
  readonly omitted: number;
}

const mostLines = 50;
const mostBytes = 16 * 1024;
const longestLine = 4_096;

/** What an executor says of a test is judged as the evidence that it becomes. */
const asEvent = ({ tested_at, ...result }: Data): unknown => ({
  event_id: '00000000-0000-7000-8000-000000000000',
  attachment_attempt_id: '00000000-0000-7000-8000-000000000000',
  type: 'endpoint-tested',
  occurred_at: tested_at,
  producer: { id: 'answer', sequence: 1 },
  witness: 'operator',
  data: { ...result, server_name: 'tested' },
});

const isTest = (event: EvidenceEvent): event is EvidenceEvent & { type: 'endpoint-tested' } =>
  event.type === 'endpoint-tested';

/** Null: the executor answered something else. */
export function readTest(data: Data): (EndpointTest & { readonly noise_lines: number }) | null {
  const parsed = parseEvent(asEvent(data));
  if (!parsed.ok || !isTest(parsed.event)) return null;
  const { occurred_at, data: told } = parsed.event;
  return {
    tested_at: occurred_at,
    reachable: told.reachable,
    succeeded: told.succeeded,
    stage: told.stage ?? null,
    reason_code: told.reason_code ?? null,
    warnings: told.warnings,
    summary: told.summary ? sanitizeText(told.summary) : null,
    duration_ms: told.duration_ms,
    budget_ms: told.budget_ms,
    protocol_version: told.protocol_version ?? null,
    tool_count: told.tool_count ?? null,
    noise_lines: told.noise_lines ?? 0,
  };
}

/** How far a test is. Times are in milliseconds. */
export interface TestProgress {
  readonly stage: string;
  readonly elapsed_ms: number;
  readonly budget_ms: number;
  /** The server may have to be downloaded before it starts, and has a longer budget for that. */
  readonly may_download: boolean;
}

const stageWord = /^[a-z][a-z0-9_]{0,63}$/;
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Null: the executor told something else. */
export function readTestProgress(text: string): TestProgress | null {
  const told = readJson(text);
  if (!isRecord(told)) return null;
  const { stage, elapsed_ms, budget_ms, may_download } = told;
  if (typeof stage !== 'string' || !stageWord.test(stage)) return null;
  if (!isTime(elapsed_ms) || !isTime(budget_ms)) return null;
  return { stage, elapsed_ms, budget_ms, may_download: may_download === true };
}

function readLine(line: unknown): OutputLine | null {
  if (!isRecord(line)) return null;
  const { at, stream, text } = line;
  if (typeof at !== 'string' || typeof text !== 'string' || Number.isNaN(Date.parse(at))) return null;
  return {
    at: new Date(at).toISOString(),
    stream: stream === 'stdout' ? 'stdout' : 'stderr',
    text: sanitizeText(text, { maxBytes: longestLine }),
  };
}

/** The newest lines that fit, redacted again. Null: the executor answered something else. */
export function readOutput({ lines, omitted }: Data): RecentOutput | null {
  if (!Array.isArray(lines) || typeof omitted !== 'number' || !Number.isSafeInteger(omitted)) return null;
  const read = (lines as readonly unknown[]).slice(-mostLines).flatMap((line) => readLine(line) ?? []);
  const kept: OutputLine[] = [];
  let bytes = 0;
  for (const line of read.toReversed()) {
    bytes += Buffer.byteLength(line.text);
    if (bytes > mostBytes) break;
    kept.unshift(line);
  }
  return { lines: kept, omitted: Math.max(omitted, 0) + (lines.length - kept.length) };
}

const redacted = '[redacted]';

/** Whether a text is another one of which parts were struck out, and nothing else was done to it. */
function isLeftOf(left: string, whole: string): boolean {
  const parts = left.split(redacted);
  const last = parts.pop() ?? '';
  if (parts.length === 0) return last === whole;
  if (!whole.startsWith(parts[0] ?? '')) return false;
  let from = 0;
  for (const part of parts) {
    const at = whole.indexOf(part, from);
    if (at === -1) return false;
    // What was struck out was something.
    from = at + part.length + 1;
  }
  return from <= whole.length - last.length && whole.endsWith(last);
}

/**
 * Which of some texts an executor found secrets in, and what is left of them. Null: it answered something else, or made
 * another text of one.
 */
export function readStruck({ struck }: Data, texts: readonly string[]): ReadonlyMap<string, string> | null {
  if (!Array.isArray(struck)) return null;
  const read = new Map<string, string>();
  for (const one of struck as readonly unknown[]) {
    if (!isRecord(one) || typeof one.text !== 'string') return null;
    const whole = typeof one.at === 'number' ? texts[one.at] : undefined;
    if (whole === undefined || !isLeftOf(one.text, whole)) return null;
    read.set(whole, one.text);
  }
  return read;
}
