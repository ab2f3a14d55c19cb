import type {
  AttachmentFailedData,
  AttemptStartedData,
  ExecutionEndedData,
  RecordedEvidence,
} from '../events/events.ts';
import { codes } from '../codes/codes.ts';
import type { Copy } from './copy.ts';
import { compareTimes, earliest, isTracked, markOf, newest, reasonOf, type Moment } from './fact.ts';
import { initialServer } from './initial.ts';
import { isLater } from './mark.ts';
import { withProducer } from './producers.ts';
import { include, includes } from './ranges.ts';
import * as server from './server.ts';
import type { AttemptState, ServerState, Start } from './state.ts';
import { withEntry } from './timeline.ts';

/** Rows of one attempt at most. */
const MAX_ROWS = 256;

const sessionErrors: readonly string[] = [
  codes.reason.failed.sessionNewFailed,
  codes.reason.failed.sessionLoadFailed,
  codes.reason.failed.sessionResumeFailed,
  codes.reason.failed.sessionForkFailed,
];

/**
 * An attempt's state after one more event. Pure, total and without a clock; never changes `state`. An event whose stream
 * position is folded in already changes nothing.
 */
export function evolve(state: AttemptState, event: RecordedEvidence): AttemptState {
  if (includes(state.seen, event.stream_position)) return state;
  const { producers, producer } = withProducer(state, event);
  const moment: Moment = {
    producer,
    mark: markOf(event, producer),
    at: event.occurred_at,
    position: event.stream_position,
  };
  const noted: Copy<AttemptState> = { ...state };
  noted.attachment_attempt_id = event.attachment_attempt_id;
  noted.session_id = event.session_id;
  noted.seen = include(state.seen, event.stream_position);
  noted.position = laterPosition(state.position, event.global_position);
  noted.first_at = earliest(state.first_at === '' ? null : state.first_at, event.occurred_at);
  noted.updated_at = newest(state.updated_at === '' ? null : state.updated_at, event.recorded_at);
  noted.producers = producers;
  noted.producersOmitted = state.producersOmitted || !isTracked(producer);
  noted.timeline = withEntry(state.timeline, event);
  return apply(noted, event, moment);
}

function apply(state: AttemptState, event: RecordedEvidence, moment: Moment): AttemptState {
  const on = <Data extends { readonly server_name: string }>(
    data: Data,
    change: (row: ServerState, data: Data, moment: Moment) => ServerState,
  ): AttemptState => withServer(state, data.server_name, (row) => change(row, data, moment));
  switch (event.type) {
    case 'attempt-started':
      return started(state, event.data, event.occurred_at);
    case 'server-resolved':
      return on(event.data, server.resolved);
    case 'server-filtered':
      return on(event.data, server.filtered);
    case 'server-unavailable':
      return on(event.data, server.unavailable);
    case 'server-delivered':
      return on(event.data, server.delivered);
    case 'session-accepted':
      return {
        ...state,
        accepted_at: earliest(state.accepted_at, event.occurred_at),
        acp_session_id: event.data.acp_session_id ?? state.acp_session_id,
      };
    case 'protocol-accepted':
      return on(event.data, server.accepted);
    case 'protocol-refused':
      return on(event.data, server.refused);
    case 'tools-listed':
      return on(event.data, server.listed);
    case 'tools-changed':
      return on(event.data, server.toolsChanged);
    case 'tool-called':
      return on(event.data, server.called);
    case 'attachment-failed':
      return attachmentFailed(state, event.data, moment);
    case 'connection-closed':
      return on(event.data, server.closed);
    case 'endpoint-tested':
      return on(event.data, server.tested);
    case 'attempt-superseded':
      return { ...state, superseded: state.superseded ?? { by: event.data.by, at: event.recorded_at } };
    case 'execution-ended':
      return ended(state, event.data, moment);
    case 'evidence-lost':
      return { ...state, lost: Math.min(state.lost + event.data.count, Number.MAX_SAFE_INTEGER) };
    case 'problem-reported':
      return on(event.data, server.problemReported);
  }
}

function withServer(
  state: AttemptState,
  name: string,
  change: (row: ServerState) => ServerState,
): AttemptState {
  const index = state.servers.findIndex((row) => row.name === name);
  const known = state.servers[index];
  if (known !== undefined) {
    const next: Copy<AttemptState> = { ...state };
    next.servers = state.servers.with(index, change(known));
    return next;
  }
  if (state.servers.length >= MAX_ROWS) return { ...state, serversOmitted: true };
  return { ...state, servers: [...state.servers, change(initialServer(name))] };
}

function started(state: AttemptState, data: AttemptStartedData, at: string): AttemptState {
  if (state.start !== null) return state;
  const start: Start = {
    task_id: data.task_id ?? null,
    execution_id: data.execution_id ?? null,
    agent_id: data.agent_id ?? null,
    agent_profile_id: data.agent_profile_id ?? null,
    entry: data.entry,
    forked_from: data.forked_from ?? null,
    host: data.host ?? null,
    working_directory: data.working_directory ?? null,
    started_at: at,
  };
  return { ...state, start };
}

function attachmentFailed(state: AttemptState, data: AttachmentFailedData, moment: Moment): AttemptState {
  const name = data.server_name ?? null;
  const isSessions = name === null || sessionErrors.includes(data.reason_code);
  const next = isSessions ? withSessionError(state, data, moment) : state;
  return name === null ? next : withServer(next, name, (row) => server.failed(row, data, moment));
}

function withSessionError(state: AttemptState, data: AttachmentFailedData, moment: Moment): AttemptState {
  const producer_id = state.producers[moment.producer]?.id ?? '';
  const error = { ...reasonOf(moment, data), producer_id };
  const known = state.session_error;
  if (known === null) return { ...state, session_error: error };
  const order = compareTimes(error.at, known.at);
  const isNewer =
    known.producer_id === producer_id
      ? isLater(error.mark, known.mark)
      : order > 0 || (order === 0 && producer_id > known.producer_id);
  return isNewer ? { ...state, session_error: error } : state;
}

function ended(state: AttemptState, data: ExecutionEndedData, moment: Moment): AttemptState {
  const producer_id = state.producers[moment.producer]?.id ?? '';
  const known = state.ended;
  const order = known === null ? -1 : compareTimes(moment.at, known.at);
  const isFirst = known === null || order < 0 || (order === 0 && producer_id < known.producer_id);
  return isFirst ? { ...state, ended: { at: moment.at, reason_code: data.reason_code, producer_id } } : state;
}

/** The later of two log positions: by length, then by text. */
export function laterPosition(a: string, b: string): string {
  if (a.length !== b.length) return a.length > b.length ? a : b;
  return a > b ? a : b;
}
