import type { History } from '../report/report.ts';
import { parseInstant } from './instant.ts';

const STATUSES: ReadonlySet<unknown> = new Set([
  'configured',
  'filtered',
  'unavailable',
  'delivered',
  'connected',
  'active',
  'disconnected',
  'failed',
  'unknown',
]);

/** What {@link readHistory} found: the history, or a JSON pointer to the first thing that refuses it. */
export type HistoryReading =
  { readonly ok: true; readonly history: History } | { readonly ok: false; readonly pointer: string };

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const isInstant = (value: unknown): boolean => typeof value === 'string' && parseInstant(value) !== null;

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

function faultOfServer(server: unknown): string | null {
  if (!isObject(server)) return '';
  if (!isFilled(server.name)) return '/name';
  if (!STATUSES.has(server.status)) return '/status';
  if (!isAbsent(server.tools_listed_at) && !isInstant(server.tools_listed_at)) return '/tools_listed_at';
  return null;
}

function faultOfEach(list: unknown, faultOf: (item: unknown) => string | null): string | null {
  if (isAbsent(list)) return null;
  if (!Array.isArray(list)) return '';
  for (const [index, item] of list.entries()) {
    const fault = faultOf(item);
    if (fault !== null) return `/${index}${fault}`;
  }
  return null;
}

function faultOfAttempt(attempt: unknown): string | null {
  if (!isObject(attempt)) return '';
  if (!isFilled(attempt.attachment_attempt_id)) return '/attachment_attempt_id';
  if (!isInstant(attempt.started_at)) return '/started_at';
  for (const name of ['updated_at', 'tools_listed_at']) {
    if (!isAbsent(attempt[name]) && !isInstant(attempt[name])) return `/${name}`;
  }
  const fault = faultOfEach(attempt.servers, faultOfServer);
  return fault === null ? null : `/servers${fault}`;
}

const withServers = (attempt: Members): Members =>
  isAbsent(attempt.servers) ? { ...attempt, servers: [] } : attempt;

/** The same value when its lists are there, otherwise a copy with empty ones, so that a reader may iterate them. */
function withLists(json: Members, current: Members): Members {
  const previous = (json.previous ?? []) as readonly Members[];
  const complete =
    !isAbsent(json.previous) && [current, ...previous].every((attempt) => !isAbsent(attempt.servers));
  return complete ? json : { ...json, current: withServers(current), previous: previous.map(withServers) };
}

/** As {@link parseHistory}, and says where a refused value is at fault. */
export function readHistory(json: unknown): HistoryReading {
  if (!isObject(json)) return { ok: false, pointer: '' };
  if (json.version !== 1) return { ok: false, pointer: '/version' };
  const current = json.current;
  const fault = faultOfAttempt(current);
  if (fault !== null || !isObject(current)) return { ok: false, pointer: `/current${fault ?? ''}` };
  const previousFault = faultOfEach(json.previous, faultOfAttempt);
  if (previousFault !== null) return { ok: false, pointer: `/previous${previousFault}` };
  return { ok: true, history: withLists(json, current) as unknown as History };
}

/**
 * The runtime guard of `mcp_attachment_state`: an object of version 1 whose attempts each have a nonempty id, a valid
 * `started_at`, valid `updated_at` and `tools_listed_at` when present and not null, and servers with a nonempty name and
 * a known status (`unknown` included). One bad previous attempt refuses the whole. Unknown members pass, and members
 * that the guard does not name are not checked.
 */
export function parseHistory(json: unknown): History | null {
  const reading = readHistory(json);
  return reading.ok ? reading.history : null;
}

function freshness(json: unknown): bigint | null {
  const current = isObject(json) ? json.current : null;
  if (!isObject(current)) return null;
  const text = current.updated_at ?? current.started_at;
  return typeof text === 'string' ? parseInstant(text) : null;
}

/**
 * Whether `incoming` takes the place of `stored`, both of one session. A valid history fills an empty place, or one whose
 * own freshness is invalid; otherwise only a strictly newer one replaces. An invalid one changes nothing.
 * Freshness is `current.updated_at`, or `started_at` where that is absent or null, as an instant at full precision.
 */
export function isNewer(incoming: unknown, stored: unknown): boolean {
  if (parseHistory(incoming) === null) return false;
  const [next, held] = [freshness(incoming), freshness(stored)];
  return next !== null && (held === null || next > held);
}
