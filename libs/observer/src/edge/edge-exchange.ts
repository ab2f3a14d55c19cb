import { randomUUID } from 'node:crypto';
import { type AnswerHead, type BodyWatcher, openExchange } from '@mcp-witness/mcp-frames';
import { type ClaimedExchange, inside } from '../adapters/inside.ts';
import { type Hub, newObservationId } from '../hub/hub.ts';
import { type Passed, UNREAD } from '../sight/passed.ts';
import type { RequestHead } from '../sight/request-head.ts';

const SESSION = 'mcp-session-id';
const MOST_SESSIONS = 4096;

/**
 * One HTTP request at an edge. What a transport behind it observes is the transport's to tell; the edge tells what came
 * to none: requests that were turned away, and those of servers that are not observed themselves.
 */
export interface EdgeExchange {
  /** Everything that handles the request runs in here. */
  run<T>(handle: () => T): T;
  /**
   * Called when the head of the answer goes out; `read` gives the request's body as JSON, undefined for none, and is asked
   * where the exchange is the edge's to tell. Null: nothing to watch.
   */
  answered(head: AnswerHead, read: () => unknown): BodyWatcher | null;
}

export interface EdgeRequest {
  readonly method: string;
  readonly head: RequestHead;
  /** What hooks are told beside the message. */
  readonly extra: unknown;
  /** The exchange is a transport's to tell: nothing of it is needed here any more. */
  readonly onClaimed?: () => void;
}

/** Ids of ours for the sessions of transports that are not observed themselves. */
const sessions = new Map<string, string>();

function ownSession(id: string): string {
  const known = sessions.get(id) ?? randomUUID();
  sessions.delete(id);
  sessions.set(id, known);
  const [oldest] = sessions.keys();
  if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  return known;
}

const isMessage = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';

/** What the body would say, where a request was turned away unread: modern ones name their method in a header too. */
function unreadMessage(method: string, head: RequestHead, status: number): unknown {
  const accepts = head.header('accept') ?? '';
  const isSpoken = accepts.includes('text/event-stream') && accepts.includes('application/json');
  if (method !== 'POST' || status < 400 || !isSpoken) return undefined;
  return { jsonrpc: '2.0', id: null, method: head.header('mcp-method') ?? UNREAD };
}

const isProtocol = (message: unknown): boolean =>
  Array.isArray(message) ? message.some(isMessage) : isMessage(message);

/** Answered over the stream of a legacy SSE client, which no header ties to it. */
const goesOnElsewhere = ({ status }: AnswerHead, session: string | null): boolean =>
  (status === 202 || status === 204) && session === null;

export function openEdge(hub: Hub, { method, head, extra, onClaimed }: EdgeRequest): EdgeExchange {
  let isClaimed = false;
  const exchange: ClaimedExchange = {
    method,
    claim() {
      isClaimed = true;
      onClaimed?.();
    },
  };
  const at = performance.timeOrigin + performance.now();
  const asked_session = head.header(SESSION);

  const passed = (session: string | null): Passed => ({
    id: newObservationId(),
    isTold: false,
    parent_id: null,
    transport: 'http',
    head,
    extra,
    session: session === null ? null : { own: ownSession(session) },
    ownRecord: () => ({ client: undefined, protocol_version: undefined }),
    handle: () => null,
  });

  return {
    run: (handle) => inside.run({ message: exchange, id: null, exchange }, handle),
    answered(answer, read) {
      if (isClaimed) return null;
      const message = read() ?? unreadMessage(method, head, answer.status);
      if (asked_session === null && !isProtocol(message)) return null;
      if (message !== undefined && goesOnElsewhere(answer, asked_session)) return null;
      const context = passed(asked_session ?? answer.session);
      const open = openExchange(hub.frames, { method, asked_session, context, at });
      if (message !== undefined) open.asked(message);
      return open.answered(answer);
    },
  };
}
