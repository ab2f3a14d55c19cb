import type { Connections } from './connections.ts';
import { clientOf, envelopeOf } from './envelope.ts';
import type { Frame } from './frame.ts';
import { type JsonObject, type Request, textOf } from './json-rpc.ts';
import type { PendingRequest, PendingRequests } from './pending.ts';
import type { SeenRequests } from './seen/seen-requests.ts';
import type { EvidenceTeller } from './tell-evidence.ts';
import type { LogicalCall, ToolCalls } from './tool-calls.ts';

export interface RequestReader {
  read(frame: Frame, request: Request): void;
  cancelled(frame: Frame, id: unknown): void;
  /** These get no answer any more. */
  leave(requests: readonly PendingRequest[], outcome: 'unanswered' | 'cancelled'): void;
}

interface Parts {
  readonly tell: EvidenceTeller;
  readonly connections: Connections;
  readonly pending: PendingRequests;
  readonly calls: ToolCalls;
  readonly now: () => number;
  readonly seen: SeenRequests;
}

/** Of legacy requests only these say anything; of modern ones every answer does. */
const telling = new Set(['initialize', 'server/discover', 'tools/list', 'tools/call']);

export const isTelling = (method: string): boolean => telling.has(method);

export function createRequestReader({ tell, connections, pending, calls, now, seen }: Parts): RequestReader {
  const leave: RequestReader['leave'] = (requests, outcome) => {
    for (const request of requests) {
      if (request.call !== null) tell.called(request.call, { outcome });
      seen.over(request, { outcome });
    }
  };
  const beginCall = (frame: Frame, params: JsonObject, connection_id: string | null): LogicalCall =>
    calls.begin(params, {
      connection_key: frame.connection_key ?? null,
      connection_id,
      started_at: frame.at ?? now(),
    });
  return {
    leave,
    read(frame, { id, method, params }) {
      const envelope = method === 'initialize' ? null : envelopeOf(params);
      const { connection_key = null, exchange_key = null } = frame;
      const connection_id = envelope === null ? connections.current(connection_key) : null;
      const call = method === 'tools/call' ? beginCall(frame, params, connection_id) : null;
      const start = seen.start(frame, { method, params }, call);
      if (start === null && envelope === null && !isTelling(method)) return;
      // Written out, here and where facts are made: a copy of members that are not known beforehand costs many times as much.
      const dropped = pending.add({
        id,
        method,
        connection_key,
        exchange_key,
        connection_id,
        envelope,
        cursor: textOf(params.cursor),
        client: envelope?.client ?? clientOf(params.clientInfo),
        call,
        seen: start,
      });
      if (dropped !== null) leave([dropped], 'unanswered');
    },
    cancelled(frame, id) {
      const key = frame.connection_key ?? null;
      const taken = pending.takeWhere(
        (request) => request.id === id && request.connection_key === key && request.method !== 'initialize',
      );
      leave(taken, 'cancelled');
    },
  };
}
