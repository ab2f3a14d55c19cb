import type { Position } from '@mcp-witness/event-log';
import type { History } from '@mcp-witness/evidence';
import type { LiveErrorCode } from './frame.ts';

/** What the server says, as text for the wire. */
export const serverFrame = {
  status(history: History, durable: boolean): string {
    const { session_id, task_id, position } = history;
    const timestamp = new Date().toISOString();
    const data = { task_id, session_id, history, position, timestamp, durable };
    return JSON.stringify({ event: 'session.mcp_status_updated', data });
  },

  caughtUp(sessionId: string, position: Position): string {
    return JSON.stringify({ event: 'session.caught_up', data: { session_id: sessionId, position } });
  },

  /** `ahead`: the client names a place that this log has not reached. `too_old`: one before the session began. */
  resync(sessionId: string, reason: 'too_old' | 'ahead'): string {
    return JSON.stringify({ event: 'resync', data: { session_id: sessionId, reason } });
  },

  heartbeat(position: Position): string {
    return JSON.stringify({ event: 'heartbeat', data: { position } });
  },

  error(code: LiveErrorCode, sessionId?: string): string {
    return JSON.stringify({
      event: 'error',
      data: { code, ...(sessionId !== undefined && { session_id: sessionId }) },
    });
  },
};
