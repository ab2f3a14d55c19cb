import type { History, SessionStatus } from '@mcp-witness/evidence';
import { dataOf, type Routes, type Within } from './calling.ts';
import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

export type ClientActivity = Schemas['ClientActivity'];
export type ToolCall = Schemas['ToolCall'];
export type CallPage = Schemas['CallList'];
export type SessionAttempt = Schemas['SessionAttempt'];
export type SessionAttemptPage = Schemas['SessionAttemptPage'];

/** One page of sessions, those that run apart, and totals by client over every session. */
export interface AgentPage {
  readonly connected: readonly SessionStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly next_cursor: string | null;
  /** Latest activity first; `client` is null for those that gave no name. */
  readonly clients: readonly ClientActivity[];
}

/** A session of a task, with its report without tools. */
export type TaskSession = SessionStatus & {
  readonly metadata: { readonly mcp_attachment_state: History };
};

export interface TaskSessionPage {
  readonly sessions: readonly TaskSession[];
  readonly next_cursor: string | null;
}

/** A page of at most `limit` entries (50 when absent, at most 200). */
interface Page {
  readonly limit?: number;
}

/** What agents do, by agent, session and task. Scope `reports:read`. */
export interface ActivityCalls {
  agents(page?: Page & { readonly cursor?: string }, signal?: AbortSignal): Promise<AgentPage>;
  /** Newest first; `cursor` is the `next_cursor` of the page before. */
  taskSessions(
    taskId: string,
    page?: Page & { readonly cursor?: string },
    signal?: AbortSignal,
  ): Promise<TaskSessionPage>;
  /** Every attempt that a session ever had, from the ordinal after `after`; at most `limit` (100 when absent, at most 1,000). */
  sessionAttempts(
    sessionId: string,
    page?: { readonly after?: number; readonly limit?: number },
    signal?: AbortSignal,
  ): Promise<SessionAttemptPage>;
  /** The tool calls of all attempts of a session, newest first; `before` is the `next_before` of the page before. */
  calls(
    sessionId: string,
    page?: Page & { readonly before?: string },
    signal?: AbortSignal,
  ): Promise<CallPage>;
}

export const activityCalls = (routes: Routes, within: Within): ActivityCalls => ({
  agents: (query = {}, signal) => dataOf(routes.GET('/v1/agents', { params: { query }, ...within(signal) })),
  taskSessions: (task_id, query = {}, signal) =>
    dataOf(
      routes.GET('/v1/tasks/{task_id}/sessions', {
        params: { path: { task_id }, query },
        ...within(signal),
      }),
    ),
  sessionAttempts: (session_id, query = {}, signal) =>
    dataOf(
      routes.GET('/v1/sessions/{session_id}/attempts', {
        params: { path: { session_id }, query },
        ...within(signal),
      }),
    ),
  calls: (session_id, query = {}, signal) =>
    dataOf(
      routes.GET('/v1/sessions/{session_id}/calls', {
        params: { path: { session_id }, query },
        ...within(signal),
      }),
    ),
});
