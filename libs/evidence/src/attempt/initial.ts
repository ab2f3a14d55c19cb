import { emptyRanges } from './ranges.ts';
import type { AttemptState, ServerState } from './state.ts';

/** An attempt before its first event. */
export function initialState(): AttemptState {
  return {
    version: 1,
    attachment_attempt_id: '',
    session_id: '',
    seen: emptyRanges,
    position: '',
    first_at: '',
    updated_at: '',
    start: null,
    acp_session_id: null,
    accepted_at: null,
    superseded: null,
    ended: null,
    session_error: null,
    lost: 0,
    producers: [],
    servers: [],
    serversOmitted: false,
    producersOmitted: false,
    timeline: { entries: [], omitted: 0 },
  };
}

/** A server before its first event. */
export function initialServer(name: string): ServerState {
  return {
    name,
    resolutions: [],
    facts: [],
    connections: [],
    forgotten: { count: 0, ids: [] },
    unboundActive: false,
    acceptedModern: false,
    channel: null,
    acceptance: null,
    delivered_at: null,
    filtered_at: null,
    connected_at: null,
    tools_listed_at: null,
    used_at: null,
    listing: null,
    warnings: [],
    tool_call_count: 0,
    tool_error_count: 0,
    problem_report_count: 0,
    problem_reported_at: null,
    endpoint_test: null,
  };
}
