import type { Frame } from '../frame.ts';
import { type Answer, asAnswer, asNotification, asRequest } from '../json-rpc.ts';
import { createPendingRequests, type PendingRequest } from '../pending.ts';
import { errorCodeOf } from '../refusals.ts';
import type { End, SeenParts } from './tell-over.ts';

/** What the server asks its client over a legacy connection, and what either side says without asking. */
export interface ServerAsks {
  fromServer(frame: Frame, message: unknown): void;
  fromClient(frame: Frame, message: unknown): void;
  gone(connection_key?: string): void;
}

export function createServerAsks(
  { seenBy, connections, now }: SeenParts,
  over: (request: PendingRequest, end: End) => void,
): ServerAsks {
  const asked = createPendingRequests();

  const notice = (frame: Frame, message: unknown, sent_by: 'client' | 'server'): void => {
    const told = asNotification(message);
    if (told === null) return;
    const connection_key = frame.connection_key ?? null;
    seenBy.notice({
      ...told,
      sent_by,
      at: frame.at ?? now(),
      connection_key,
      exchange_key: frame.exchange_key ?? null,
      connection_id: connections.current(connection_key),
      context: frame.context,
    });
  };

  const settle = (request: PendingRequest, { error, result }: Answer): void => {
    if (error === undefined) over(request, { outcome: 'ok', result });
    else over(request, { outcome: 'protocol_error', error_code: errorCodeOf(error.code), error });
  };

  return {
    fromServer(frame, message) {
      notice(frame, message, 'server');
      const request = asRequest(message);
      if (request === null) return;
      const { id, method, params } = request;
      const connection_key = frame.connection_key ?? null;
      const dropped = asked.add({
        id,
        method,
        connection_key,
        exchange_key: null,
        connection_id: connections.current(connection_key),
        envelope: null,
        cursor: null,
        client: null,
        call: null,
        seen: { asked_by: 'server', params, context: frame.context, at: frame.at ?? now(), round: null },
      });
      if (dropped !== null) over(dropped, { outcome: 'unanswered' });
    },
    fromClient(frame, message) {
      notice(frame, message, 'client');
      const answer = asAnswer(message);
      const request = answer === null ? null : asked.answered(frame, answer.id);
      if (answer !== null && request !== null) settle(request, answer);
    },
    gone(key) {
      const left = asked.takeWhere(({ connection_key }) => key === undefined || connection_key === key);
      for (const request of left) over(request, { outcome: 'unanswered' });
    },
  };
}
