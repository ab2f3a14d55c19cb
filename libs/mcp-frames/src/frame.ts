import type { EvidenceData } from '@mcp-witness/evidence';
import type { SeenBy } from './seen/seen.ts';

/** What an HTTP edge knows of the answer that carried a frame. Header values never come here. */
export interface HttpFacts {
  readonly status: number;
  /** Media type of the answer, lower case, without parameters. */
  readonly media_type?: string | null;
  /** The answer named a way to sign in (`WWW-Authenticate`). */
  readonly offers_sign_in?: boolean;
  /** The request carried a session id. */
  readonly had_session?: boolean;
  /** The answer broke off, or its encoding is broken. */
  readonly broken?: boolean;
}

export interface Frame {
  readonly direction: 'to_server' | 'to_client';
  /** A JSON-RPC message, or an array of them. Anything else costs this frame and no more. */
  readonly message: unknown;
  /** How many bytes of UTF-8 the message took on its way; absent where that is not known. */
  readonly bytes?: number;
  /** The transport client it came on: the same for all frames of one, told apart from all others. Stays in memory. */
  readonly connection_key?: string | null;
  /** One HTTP request with its answer: ids pair inside it, since they repeat across clients. */
  readonly exchange_key?: string | null;
  readonly http?: HttpFacts | null;
  /** When it passed, in milliseconds since 1970; the observer's clock when absent. */
  readonly at?: number;
  /** Whatever its edge knows of it: not looked at, and told again with {@link SeenRequest}. */
  readonly context?: unknown;
}

/** An HTTP request that was answered without a JSON-RPC message that answers it. */
export interface Rejection {
  readonly exchange_key: string;
  readonly http: HttpFacts;
  /** The answer may still come on another stream of the same legacy connection. */
  readonly mayGoOn?: boolean;
}

/** A frame that passed and could not be read: it was too long, or encoded in a way that is not known. */
export interface Unread extends Pick<Frame, 'direction' | 'connection_key' | 'exchange_key'> {
  /** How long it was; 0 where that is not known. */
  readonly bytes: number;
  /** The answer's, where that much of it could be read. */
  readonly id?: string | number | null | undefined;
  /** It is the whole answer to its HTTP request, whatever that asked. */
  readonly wholeAnswer?: boolean;
}

export type ObservedType =
  | 'protocol-accepted'
  | 'protocol-refused'
  | 'tools-listed'
  | 'tools-changed'
  | 'tool-called'
  | 'connection-closed'
  | 'evidence-lost';

interface Seen<Type extends ObservedType> {
  readonly type: Type;
  readonly data: EvidenceData[Type];
  /** RFC 3339 UTC. */
  readonly occurred_at: string;
}

/**
 * A `tools-listed` observation, with the walk's tools as they were served: for digest, limits and estimates, never
 * to be sent as they are. Null when the walk was too long to keep or its beginning was not seen.
 */
export interface ToolsListedObservation extends Seen<'tools-listed'> {
  readonly served: readonly unknown[] | null;
}

export type Observation =
  | { [Type in Exclude<ObservedType, 'tools-listed'>]: Seen<Type> }[Exclude<ObservedType, 'tools-listed'>]
  | ToolsListedObservation;

export interface FrameObserverOptions {
  readonly server_name: string;
  /** Called in the order of the frames. What it throws is dropped: observing never disturbs what is observed. */
  readonly onEvidence: ((observation: Observation) => void) | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newConnectionId: () => string;
  /** Is told of every request and notice, beside what they prove; nobody when absent. */
  readonly seenBy?: SeenBy;
  /** How many requests may wait for their answers; 1,024 when absent. Of more the oldest is given up. */
  readonly mostPending?: number;
  /** True where the catalog is ours to store (built-in and observer-owned servers): tool names are told. */
  readonly ownCatalog: boolean;
}

/**
 * Pairs requests with answers and tells what they prove. Pure but for its callbacks; never throws; holds a bounded
 * amount whatever it is fed. Results of calls are never kept, and arguments only where {@link FrameObserverOptions.seenBy}
 * asks for them, until their answer.
 */
export interface FrameObserver {
  onFrame(frame: Frame): void;
  onRejection(rejection: Rejection): void;
  /** A call that it answers is told as `unread`; of anything else that it may have said is told that it is lost. */
  onUnread(unread: Unread): void;
  /** The HTTP answer is over. A modern request that it left open was cancelled (`aborted`) or not answered. */
  onExchangeEnd(exchange_key: string, aborted: boolean): void;
  /** The HTTP request was sent elsewhere: the client asks again there, and this one is no request. */
  onRedirect(exchange_key: string): void;
  /** The transport client is gone. Of a key that never opened a connection nothing is told. */
  onClose(connection_key: string, reason_code: string): void;
  /** Every transport client is gone, for one reason; calls that are still open are told as unanswered. */
  onEnd(reason_code: string): void;
  /** Tells calls that are still open as unanswered. Closes no connection. */
  close(): void;
}
