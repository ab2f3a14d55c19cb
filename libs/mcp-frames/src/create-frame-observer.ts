import { createConnections } from './connections.ts';
import type { Frame, FrameObserver, FrameObserverOptions, Rejection, Unread } from './frame.ts';
import { asAnswer, asNotification, asRequest, messagesOf } from './json-rpc.ts';
import { createPendingRequests, type PendingRequest, type PendingRequests } from './pending.ts';
import { createAnswerReader } from './read-answers.ts';
import { createRequestReader, type RequestReader } from './read-requests.ts';
import type { SeenBy } from './seen/seen.ts';
import { createSeenRequests, type SeenRequests } from './seen/seen-requests.ts';
import { createEvidenceTeller, silent, type EvidenceTeller } from './tell-evidence.ts';
import { createToolCalls, type ToolCalls } from './tool-calls.ts';
import { createToolWalks, type ToolWalks } from './tool-walks.ts';

const TOOLS_CHANGED = 'notifications/tools/list_changed';
const CANCELLED = 'notifications/cancelled';

/** Nothing that an observer does may reach what it observes. */
function guarded<Given extends readonly unknown[]>(
  step: (...given: Given) => void,
): (...given: Given) => void {
  return (...given) => {
    try {
      step(...given);
    } catch {
      return;
    }
  };
}

function guardedSeer(seenBy: SeenBy | undefined): SeenBy | undefined {
  if (seenBy === undefined) return undefined;
  return {
    request: guarded((request) => {
      seenBy.request(request);
    }),
    notice: guarded((notice) => {
      seenBy.notice(notice);
    }),
    closed: guarded((...closed) => {
      seenBy.closed(...closed);
    }),
  };
}

/** HTTP answers of a legacy connection may be taken up on another stream: only its close leaves them open. */
const endsWithExchange = (request: PendingRequest): boolean =>
  request.envelope !== null || request.connection_key === null;

const isRejectedBy =
  ({ exchange_key, mayGoOn = false }: Rejection) =>
  (request: PendingRequest): boolean =>
    request.exchange_key === exchange_key && (!mayGoOn || endsWithExchange(request));

/** What is answered by what could not be read; null where nobody knows, or where it is no answer. */
function askedFor(
  pending: PendingRequests,
  { wholeAnswer = false, ...unread }: Unread,
): readonly PendingRequest[] | null {
  if (unread.direction === 'to_server') return null;
  const { exchange_key, id } = unread;
  const one = pending.answered(unread, id);
  const others = wholeAnswer ? pending.takeWhere((request) => request.exchange_key === exchange_key) : [];
  if (one !== null) return [one, ...others];
  return wholeAnswer || id !== undefined ? others : null;
}

interface Ending {
  readonly tell: EvidenceTeller;
  readonly pending: PendingRequests;
  readonly calls: ToolCalls;
  readonly walks: ToolWalks;
  readonly seen: SeenRequests;
  readonly requests: RequestReader;
  readonly seenBy: SeenBy | undefined;
}

/** What is told when clients are gone. */
function createEndings({ tell, pending, calls, walks, seen, requests, seenBy }: Ending): {
  close(): void;
  abandon(key?: string): void;
  closed(key: string | null, connection_ids: readonly string[], reason_code: string): void;
} {
  const abandon = (key?: string): void => {
    for (const call of calls.abandon(key)) {
      tell.called(call, { outcome: 'unanswered' });
      seen.left(call);
    }
    seen.gone(key);
  };
  return {
    abandon,
    close() {
      requests.leave(
        pending.takeWhere(() => true),
        'unanswered',
      );
      abandon();
    },
    closed(key, connection_ids, reason_code) {
      for (const connection_id of connection_ids) {
        walks.forget(connection_id);
        tell.closed(connection_id, reason_code);
        seenBy?.closed(connection_id, key, reason_code);
      }
    },
  };
}

/** See {@link FrameObserver}. */
export function createFrameObserver(options: FrameObserverOptions): FrameObserver {
  const { onEvidence } = options;
  const tell =
    onEvidence === null ? silent : createEvidenceTeller({ ...options, onEvidence: guarded(onEvidence) });
  const connections = createConnections(options.newConnectionId);
  const pending = createPendingRequests(options.mostPending);
  const calls = createToolCalls();
  const walks = createToolWalks();
  const seenBy = guardedSeer(options.seenBy);
  const seen = createSeenRequests(seenBy, { connections, now: options.now });
  const answers = createAnswerReader({ tell, connections, calls, walks, seen });
  const requests = createRequestReader({ tell, connections, pending, calls, now: options.now, seen });

  const toServer = (frame: Frame, message: unknown): void => {
    const request = asRequest(message);
    if (request !== null) requests.read(frame, request);
    seen.fromClient(frame, message);
    const notification = asNotification(message);
    if (notification?.method === CANCELLED) requests.cancelled(frame, notification.params.requestId);
  };
  const toClient = (frame: Frame, message: unknown): void => {
    if (asNotification(message)?.method === TOOLS_CHANGED) {
      tell.toolsChanged(connections.current(frame.connection_key ?? null));
    }
    seen.fromServer(frame, message);
    const answer = asAnswer(message);
    const request = answer === null ? null : pending.answered(frame, answer.id);
    if (answer !== null && request !== null) answers.read(request, answer, frame);
  };
  const onMessage = guarded((frame: Frame, message: unknown) => {
    (frame.direction === 'to_server' ? toServer : toClient)(frame, message);
  });

  const endings = createEndings({ tell, pending, calls, walks, seen, requests, seenBy });

  return {
    onFrame: guarded((frame) => {
      for (const message of messagesOf(frame.message)) onMessage(frame, message);
    }),
    onRejection: guarded((told) => {
      for (const request of pending.takeWhere(isRejectedBy(told))) answers.reject(request, told.http);
    }),
    onUnread: guarded((unread) => {
      answers.pass(askedFor(pending, unread), unread.bytes);
    }),
    onExchangeEnd: guarded((exchange_key, aborted) => {
      const open = pending.takeWhere(
        (request) => request.exchange_key === exchange_key && endsWithExchange(request),
      );
      requests.leave(open, aborted ? 'cancelled' : 'unanswered');
    }),
    onRedirect: guarded((key) => void pending.takeWhere(({ exchange_key }) => exchange_key === key)),
    onClose: guarded((key, reason_code) => {
      requests.leave(
        pending.takeWhere((request) => request.connection_key === key),
        'unanswered',
      );
      endings.abandon(key);
      endings.closed(key, connections.close(key), reason_code);
    }),
    onEnd: guarded((reason_code) => {
      endings.close();
      endings.closed(null, connections.closeAll(), reason_code);
    }),
    close: guarded(() => {
      endings.close();
    }),
  };
}
