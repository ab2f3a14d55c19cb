import {
  ATTEMPT_HEADER,
  type AttemptToken,
  readAttemptToken,
  jsonBytes,
  nameOf,
  type SeenNotice,
  type SeenRequest,
} from '@mcp-witness/mcp-frames';
import { correlate } from '../correlation/correlate.ts';
import { traceIdOf, traceparentOf } from '../correlation/traceparent.ts';
import { tracestateOf } from '../correlation/tracestate.ts';
import type { Correlation, Listing, Observation } from '../observation.ts';
import { clientOfRequest, versionOfRequest } from './client.ts';
import { kindOfNotice, kindOfRequest, methodOf } from './kinds.ts';
import type { Opened, OpenedConnections } from './memory.ts';
import { type Passed, UNREAD } from './passed.ts';

export interface Sight {
  readonly server: string;
  /** Of the environment, for a transport that is the process's own. */
  readonly token: AttemptToken | null;
  /** A request bore what is no token that a relay made. */
  readonly onForeignToken: () => void;
  readonly opened: OpenedConnections;
}

const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const named: ReadonlySet<string> = new Set(['tools/call', 'prompts/get']);

/** Unreadable results take no bytes: a getter that throws is the host's affair. */
function sizeOf(result: unknown): number {
  try {
    return result === undefined ? 0 : jsonBytes(result);
  } catch {
    return 0;
  }
}

const isOwnProcess = ({ transport, head }: Passed): boolean =>
  head === null && transport !== 'http' && transport !== 'sse';

function traceOf(params: Readonly<Record<string, unknown>>, passed: Passed): [string | null, string | null] {
  const meta = (params._meta ?? {}) as Record<string, unknown>;
  const inMeta = traceIdOf(meta.traceparent) !== null;
  const parent = traceparentOf(inMeta ? meta.traceparent : passed.head?.header('traceparent'));
  if (parent === null) return [null, null];
  return [parent, tracestateOf(inMeta ? meta.tracestate : passed.head?.header('tracestate'))];
}

/** The relay's word: in the request, or for all of this process. */
function tokenOf(head: Passed['head'], ownProcess: boolean, sight: Sight): AttemptToken | null {
  const given = head?.header(ATTEMPT_HEADER) ?? null;
  if (given === null) return ownProcess ? sight.token : null;
  const token = readAttemptToken(given);
  if (token === null) sight.onForeignToken();
  return token;
}

function correlationOf(
  passed: Passed,
  connection_id: string | null,
  trace_id: string | null,
  sight: Sight,
): Correlation {
  const { session } = passed;
  const ownProcess = isOwnProcess(passed);
  return correlate({
    token: tokenOf(passed.head, ownProcess, sight),
    handle: passed.handle(),
    session:
      session === 'connection' ? connection_id : session === null ? null : (connection_id ?? session.own),
    ownProcess,
    trace_id,
  });
}

const listingOf = ({ page }: SeenRequest): Listing | null =>
  page === null
    ? null
    : {
        of: page.of,
        count: page.tool_count,
        pages: page.pages,
        complete: page.complete,
        looped: page.looped,
        served: page.served,
      };

/** For all to inherit: an accessor of its own costs an observation as much as all the rest of it. */
const measured = {
  get result_bytes(): number {
    return sizeOf((this as unknown as Observation).content?.result);
  },
};

export function observationOf(seen: SeenRequest, id: string, passed: Passed, sight: Sight): Observation {
  const { method, connection_id, params, result, error } = seen;
  const opened = sight.opened.of(connection_id);
  const [traceparent, tracestate] = traceOf(params, passed);
  const correlation = correlationOf(passed, connection_id, traceIdOf(traceparent), sight);
  const client = clientOfRequest(seen, passed, opened);
  const protocol_version = versionOfRequest(seen, passed, opened);
  if (method === 'initialize' && connection_id !== null && seen.outcome === 'ok')
    sight.opened.keep(connection_id, { client, protocol_version, correlation, transport: passed.transport });
  const observed: Omit<Observation, 'result_bytes'> & { readonly __proto__: typeof measured } = {
    __proto__: measured,
    id,
    kind: seen.outcome === 'rejected' ? 'rejection' : kindOfRequest(method),
    server: sight.server,
    method: method === UNREAD ? null : methodOf(method),
    asked_by: seen.asked_by,
    at: seen.started_at,
    duration_ms: Math.max(0, seen.ended_at - seen.started_at),
    outcome: seen.outcome,
    error_code: seen.error_code,
    reason_code: seen.reason_code,
    name: named.has(method) ? nameOf(params.name) : null,
    round_trips: seen.round_trips,
    era: seen.envelope === null ? 'legacy' : 'modern',
    protocol_version,
    client,
    correlation,
    connection_id,
    transport: passed.transport,
    listing: listingOf(seen),
    parent_id: passed.parent_id,
    traceparent,
    tracestate,
    content: { params, result, error, extra: passed.extra },
  };
  return observed as unknown as Observation;
}

const untold = {
  duration_ms: null,
  outcome: null,
  error_code: null,
  reason_code: null,
  name: null,
  result_bytes: 0,
  round_trips: 0,
  listing: null,
  traceparent: null,
  tracestate: null,
} as const;

/** Null for a notice that says nothing of how the server is used. */
export function observationOfNotice(notice: SeenNotice, passed: Passed, sight: Sight): Observation | null {
  const kind = kindOfNotice(notice.method);
  if (kind === null) return null;
  const { connection_id, params } = notice;
  const opened = sight.opened.of(connection_id);
  const isModern =
    typeof params._meta === 'object' && params._meta !== null && PROTOCOL_VERSION_KEY in params._meta;
  return {
    ...untold,
    id: passed.id,
    kind,
    server: sight.server,
    method: notice.method,
    asked_by: notice.sent_by,
    at: notice.at,
    era: isModern ? 'modern' : opened === null ? null : 'legacy',
    protocol_version: opened?.protocol_version ?? null,
    client: opened?.client ? { ...opened.client, rung: 'initialize' } : null,
    correlation: correlationOf(passed, connection_id, null, sight),
    connection_id,
    transport: passed.transport,
    parent_id: passed.parent_id,
    content: { params, result: undefined, error: undefined, extra: passed.extra },
  };
}

export function observationOfClose(
  {
    id,
    at,
    connection_id,
    reason_code,
  }: { id: string; at: number; connection_id: string; reason_code: string },
  opened: Opened | null,
  { server }: Sight,
): Observation {
  return {
    ...untold,
    id,
    kind: 'closed',
    server,
    method: null,
    asked_by: 'client',
    at,
    reason_code,
    era: 'legacy',
    protocol_version: opened?.protocol_version ?? null,
    client: opened?.client ? { ...opened.client, rung: 'initialize' } : null,
    correlation: opened?.correlation ?? { rung: 'none' },
    connection_id,
    transport: opened?.transport ?? 'unknown',
    parent_id: null,
    content: null,
  };
}
