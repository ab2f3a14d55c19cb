import type {
  Attempt,
  EvidenceEvent,
  History,
  RecordedEvidence,
  Server,
  SessionStatus,
} from '@mcp-witness/evidence';
import createFetchClient from 'openapi-fetch';
import { type ActivityCalls, activityCalls } from './activity.ts';
import { type AdministrationCalls, administrationCalls } from './administration.ts';
import { type AuditCalls, auditing } from './auditing.ts';
import { dataOf, type Routes, sendingOf, type Until, type Within } from './calling.ts';
import type { FeedEvent } from './feed/open-feed.ts';
import { subscribing, type SubscriptionCalls } from './feed/subscription-calls.ts';
import { type KeyCalls, keyCalls } from './keys.ts';
import { type OperationCalls, operationCalls } from './operations.ts';
import { type ProjectionCalls, projectionCalls } from './projections.ts';
import type { components, paths } from './schema.gen.ts';

type Schemas = components['schemas'];

export type AttemptBody = Schemas['AttemptBody'];
export type OpenedAttempt = Schemas['OpenedAttemptBody'];
/** One verdict an event: how many were new, how many were known, and which were refused. */
export type EvidenceReceipt = Schemas['EvidenceReceiptBody'];
/** How evidence is to be taken. */
export interface EvidenceTerms {
  /** Its producers are gone, and somebody else sends what they left: nothing counts as alive because of it. False when absent. */
  readonly leftover?: boolean;
}

export type ServerTools = Schemas['ServerTools'];
type ReportQuery = NonNullable<paths['/v1/sessions/{session_id}/report']['get']['parameters']['query']>;
export type SessionQuery = NonNullable<paths['/v1/sessions']['get']['parameters']['query']>;

/** Together every session of the page once; those that run apart. */
export interface SessionPage {
  readonly connected: readonly SessionStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly next_cursor: string | null;
}

/** Recorded events of one attempt in the order of its stream. */
export interface EventPage {
  readonly events: readonly RecordedEvidence[];
  /** `after` of the next page; null when there was no event after this one. */
  readonly next_after: number | null;
}

export type FeedQuery = NonNullable<paths['/v1/feed']['get']['parameters']['query']>;

/** Recorded events in the order of the log. */
export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** `after` of the next page; null when the log had nothing after this one. */
  readonly next_after: string | null;
  /** Everything up to here was looked at: go on after it later. */
  readonly position: string;
}

export interface ClientOptions {
  /** The service, such as `http://127.0.0.1:4477`. */
  readonly url: string;
  readonly apiKey?: string | null;
  /** How long one call may take; 15,000 when absent. */
  readonly timeoutMs?: number;
  /** The platform's own when absent. */
  readonly fetch?: typeof fetch;
}

type OperatingCalls = SubscriptionCalls &
  AuditCalls &
  KeyCalls &
  ProjectionCalls &
  OperationCalls &
  ActivityCalls &
  AdministrationCalls;

/** The calls of the service. Each gives its result or rejects with a {@link WitnessError}; none is repeated by itself. */
export interface WitnessClient extends OperatingCalls {
  openAttempt(body: AttemptBody, signal?: AbortSignal): Promise<OpenedAttempt>;
  /** 1 to 1,000 events of any attempts, or the JSON of each. Safe to repeat: a known event counts as a duplicate. */
  sendEvidence(
    events: readonly (EvidenceEvent | string)[],
    signal?: AbortSignal,
    terms?: EvidenceTerms,
  ): Promise<EvidenceReceipt>;
  sessions(query?: SessionQuery, signal?: AbortSignal): Promise<SessionPage>;
  session(sessionId: string, signal?: AbortSignal): Promise<SessionStatus>;
  /** With `min_position` it waits up to 5 seconds until the report holds what the log has up to there. */
  report(sessionId: string, query?: ReportQuery, signal?: AbortSignal): Promise<History>;
  server(sessionId: string, name: string, signal?: AbortSignal): Promise<Server>;
  serverTools(sessionId: string, name: string, signal?: AbortSignal): Promise<ServerTools>;
  attempt(attemptId: string, signal?: AbortSignal): Promise<Attempt>;
  /** Recorded events of one attempt, from the stream position after `after`. */
  attemptEvents(
    attemptId: string,
    page?: { after?: number; limit?: number },
    signal?: AbortSignal,
  ): Promise<EventPage>;
  /** Recorded events of all sessions after a position, at most `limit`. */
  readFeed(query?: FeedQuery, signal?: AbortSignal): Promise<FeedPage>;
}

const jsonOf = (event: EvidenceEvent | string): string =>
  typeof event === 'string' ? event : JSON.stringify(event);

const writing = (routes: Routes, within: Within): Pick<WitnessClient, 'openAttempt' | 'sendEvidence'> => ({
  openAttempt: (body, signal) => dataOf(routes.POST('/v1/attempts', { body, ...within(signal) })),
  sendEvidence: (events, signal, { leftover = false } = {}) =>
    dataOf(
      routes.POST('/v1/evidence', {
        ...(leftover ? { params: { header: { 'Witness-Leftover': 'true' } } } : {}),
        // The generated types have no readonly arrays and no texts; nothing here changes one.
        body: events as Schemas['EvidenceEventBody'][],
        bodySerializer: () => `[${events.map(jsonOf).join(',')}]`,
        ...within(signal),
      }),
    ),
});

const operating = (routes: Routes, within: Within, until: Until): OperatingCalls => ({
  ...subscribing(routes, within),
  ...auditing(routes, within, until),
  ...keyCalls(routes, within),
  ...projectionCalls(routes, within),
  ...operationCalls(routes, within),
  ...activityCalls(routes, within),
  ...administrationCalls(routes, within),
});

/** A typed client of one service, for browser and Node. */
export const createClient = ({
  url,
  apiKey,
  timeoutMs = 15_000,
  fetch: send = fetch,
}: ClientOptions): WitnessClient => {
  const routes = createFetchClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    redirect: 'error',
    ...(apiKey === undefined || apiKey === null ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
  });
  const { within, until } = sendingOf({ url, send, timeoutMs });

  return {
    ...writing(routes, within),
    ...operating(routes, within, until),
    readFeed: (query = {}, signal) =>
      dataOf(routes.GET('/v1/feed', { params: { query }, ...within(signal) })) as Promise<FeedPage>,
    sessions: (query = {}, signal) =>
      dataOf(routes.GET('/v1/sessions', { params: { query }, ...within(signal) })),
    session: (session_id, signal) =>
      dataOf(
        routes.GET('/v1/sessions/{session_id}', { params: { path: { session_id } }, ...within(signal) }),
      ),
    report: (session_id, query = {}, signal) =>
      dataOf(
        routes.GET('/v1/sessions/{session_id}/report', {
          params: { path: { session_id }, query },
          ...within(signal),
        }),
      ),
    server: (session_id, server_name, signal) =>
      dataOf(
        routes.GET('/v1/sessions/{session_id}/servers/{server_name}', {
          params: { path: { session_id, server_name } },
          ...within(signal),
        }),
      ),
    serverTools: (session_id, server_name, signal) =>
      dataOf(
        routes.GET('/v1/sessions/{session_id}/servers/{server_name}/tools', {
          params: { path: { session_id, server_name } },
          ...within(signal),
        }),
      ),
    attempt: (attachment_attempt_id, signal) =>
      dataOf(
        routes.GET('/v1/attempts/{attachment_attempt_id}', {
          params: { path: { attachment_attempt_id } },
          ...within(signal),
        }),
      ),
    attemptEvents: (attachment_attempt_id, query = {}, signal) =>
      dataOf(
        routes.GET('/v1/attempts/{attachment_attempt_id}/events', {
          params: { path: { attachment_attempt_id }, query },
          ...within(signal),
        }),
      ) as Promise<EventPage>,
  };
};
