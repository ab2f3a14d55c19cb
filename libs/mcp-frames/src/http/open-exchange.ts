import type { Frame, FrameObserver, HttpFacts, Unread } from '../frame.ts';
import { asAnswer, messagesOf } from '../json-rpc.ts';
import { parseJson } from '../parse-json.ts';
import { peek } from '../peek.ts';
import { createSseReader } from './sse-reader.ts';
import type { BodyWatcher } from './watch-body.ts';

const LONGEST_JSON = 16 * 1024 * 1024;

/** The head of an HTTP answer, as far as it says anything. */
export interface AnswerHead {
  readonly status: number;
  /** `Content-Type` as it was sent. */
  readonly content_type: string | null;
  readonly offers_sign_in: boolean;
  /** `Mcp-Session-Id` of the answer. */
  readonly session: string | null;
  readonly has_body: boolean;
}

/** One HTTP request and its answer, seen by whoever passes them on. */
export interface OpenExchange {
  /** The request's body as parsed JSON; not called where it had none, or none that parses. */
  asked(message: unknown): void;
  /** The request's body was too long to read. */
  askedUnread(bytes: number): void;
  /** The request's body broke off, since it was answered before its end, or its client left. */
  askedPartly(beginning: string): void;
  /**
   * Watch the body with what comes back; null where nothing of it says anything, and the exchange is over.
   * `connection_key` where the answer belongs to a transport client that no header names.
   */
  answered(head: AnswerHead, connection_key?: string): BodyWatcher | null;
  /** There was no answer, or the client left before it. */
  abandoned(): void;
  /** The client was sent elsewhere. */
  redirected(): void;
}

type Sight = Pick<Frame, 'connection_key' | 'exchange_key' | 'http'> & {
  readonly exchange_key: string;
  readonly http: HttpFacts;
};

let exchanges = 0;

/** Reads a body in JSON; throws where it is none. */
type Parse = (body: Buffer) => unknown;

/** One for all: it is given whole bodies only. */
const decoder = new TextDecoder();

const parseAll: Parse = (body) => JSON.parse(decoder.decode(body)) as unknown;

function parsed(chunks: readonly Uint8Array[], parse: Parse): unknown {
  const [first] = chunks;
  const isOne = chunks.length === 1 && first !== undefined;
  const body = isOne ? Buffer.from(first.buffer, first.byteOffset, first.length) : Buffer.concat(chunks);
  try {
    return parse(body);
  } catch {
    return undefined;
  }
}

const brokenOff = (sight: Sight): Sight => ({ ...sight, http: { ...sight.http, broken: true } });

const unreadAnswer = ({ exchange_key, connection_key }: Sight): Omit<Unread, 'bytes'> => ({
  direction: 'to_client',
  exchange_key,
  connection_key,
  wholeAnswer: true,
});

function readJsonBody(observer: FrameObserver, sight: Sight, parse: Parse): BodyWatcher {
  let chunks: Uint8Array[] = [];
  let length = 0;
  return {
    onChunk(chunk) {
      length += chunk.length;
      if (length <= LONGEST_JSON) chunks.push(chunk);
      else chunks = [];
    },
    onEnd(how) {
      const isRead = length <= LONGEST_JSON && how !== 'unread';
      const message = isRead ? parsed(chunks, parse) : undefined;
      if (messagesOf(message).some((one) => asAnswer(one) !== null)) {
        observer.onFrame({ direction: 'to_client', message, bytes: length, ...sight });
      } else if (how === 'broken') {
        observer.onRejection(brokenOff(sight));
      } else if (!isRead && how !== 'left') {
        observer.onUnread({ ...unreadAnswer(sight), bytes: how === 'unread' ? 0 : length });
      } else if (how === 'whole') {
        observer.onRejection(sight);
      }
      observer.onExchangeEnd(sight.exchange_key, how === 'left');
    },
  };
}

function readEvents(observer: FrameObserver, sight: Sight): BodyWatcher {
  const { exchange_key, connection_key } = sight;
  const reader = createSseReader(
    (data) => {
      const bytes = Buffer.byteLength(data);
      observer.onFrame({ direction: 'to_client', message: parseJson(data), bytes, ...sight });
    },
    ({ head, tail, length }) => {
      const { method, id } = peek(head, tail);
      if (method === null)
        observer.onUnread({ direction: 'to_client', exchange_key, connection_key, bytes: length, id });
    },
  );
  return {
    onChunk: (chunk) => {
      reader.feed(chunk);
    },
    onEnd: (how) => {
      if (how === 'unread') observer.onUnread({ ...unreadAnswer(sight), bytes: 0 });
      // One that can be taken up again goes on elsewhere.
      else if (how !== 'left' && !reader.hasIds())
        observer.onRejection({ ...(how === 'broken' ? brokenOff(sight) : sight), mayGoOn: true });
      observer.onExchangeEnd(exchange_key, how === 'left');
    },
  };
}

const factsOf = ({ status, content_type, offers_sign_in }: AnswerHead, had_session: boolean): HttpFacts => ({
  status,
  media_type: content_type?.split(';')[0]?.trim().toLowerCase() ?? null,
  offers_sign_in,
  had_session,
});

function bodyReader(observer: FrameObserver, sight: Sight, parse: Parse): BodyWatcher | null {
  if (sight.http.media_type === 'text/event-stream') return readEvents(observer, sight);
  return sight.http.media_type === 'application/json' ? readJsonBody(observer, sight, parse) : null;
}

/** `asked_session` is the request's `Mcp-Session-Id`: it serves as key of the connection and is told to nobody. */
export function openExchange(
  observer: FrameObserver,
  request: {
    readonly method: string;
    readonly asked_session: string | null;
    readonly connection_key?: string | null;
    /** See {@link Frame.context}. */
    readonly context?: unknown;
    /** When it came; now when absent. */
    readonly at?: number;
    /** Reads a body in JSON, and may leave out what calls carry; throws where it is none. `JSON.parse` when absent. */
    readonly parse?: Parse;
  },
): OpenExchange {
  const { method, asked_session, parse = parseAll, context, at } = request;
  const own_key = request.connection_key ?? null;
  exchanges += 1;
  const exchange_key = `exchange-${exchanges}`;
  return {
    asked(message) {
      const connection_key = own_key ?? asked_session;
      observer.onFrame({
        direction: 'to_server',
        message,
        connection_key,
        exchange_key,
        context,
        ...(at !== undefined && { at }),
      });
    },
    askedUnread(bytes) {
      observer.onUnread({ direction: 'to_server', exchange_key, bytes });
    },
    askedPartly(beginning) {
      const { method, id = null } = peek(beginning, '');
      if (method !== null) this.asked({ jsonrpc: '2.0', id, method });
    },
    answered(head, connection_key) {
      const { status } = head;
      const http = factsOf(head, asked_session !== null);
      const key = connection_key ?? own_key ?? head.session ?? asked_session;
      const sight: Sight = { exchange_key, http, connection_key: key };
      const ok = status >= 200 && status < 300;
      if (method === 'DELETE' && ok && asked_session !== null)
        observer.onClose(asked_session, 'client_deleted');
      const watcher = head.has_body ? bodyReader(observer, sight, parse) : null;
      if (watcher !== null) return watcher;
      // To be answered on another stream, as over legacy SSE.
      const mayGoOn = status === 202 || status === 204;
      observer.onRejection({ ...sight, mayGoOn });
      observer.onExchangeEnd(exchange_key, false);
      return null;
    },
    abandoned() {
      observer.onExchangeEnd(exchange_key, true);
    },
    redirected() {
      observer.onRedirect(exchange_key);
    },
  };
}
