import { randomUUID } from 'node:crypto';
import type { AttemptToken } from '@mcp-witness/mcp-frames';
import type { Correlation } from '../observation.ts';

/** Random, and the same for all that this process observes. */
export const processId = randomUUID();

/** What is known of where a request came from. */
export interface Traces {
  readonly token: AttemptToken | null;
  readonly handle: { readonly session_id: string } | null;
  /** Ours for the transport's session; null where it has none. */
  readonly session: string | null;
  /** The transport is the process's own: stdio, or within it. */
  readonly ownProcess: boolean;
  readonly trace_id: string | null;
}

/** The surest rung that there is. */
export function correlate({ token, handle, session, ownProcess, trace_id }: Traces): Correlation {
  if (token !== null) return { rung: 'attempt_token', ...token };
  if (handle !== null) return { rung: 'handle', session_id: handle.session_id };
  if (session !== null) return { rung: 'transport_session', value: session };
  if (ownProcess) return { rung: 'process', value: processId };
  return trace_id === null ? { rung: 'none' } : { rung: 'traceparent', value: trace_id };
}
