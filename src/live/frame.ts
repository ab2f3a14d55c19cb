import { Position } from '@mcp-witness/event-log';
import { isRecord, readJson } from '../sockets/read-json.ts';

/** Why a frame of a client was not done. The connection goes on. */
export type LiveErrorCode =
  /** Not a JSON object in one text frame. */
  | 'malformed'
  /** An `event` that is none of this socket's. */
  | 'unknown_event'
  /** `session_id` or `after` is missing or not what it must be. */
  | 'invalid'
  /** The caller has no such session. */
  | 'not_found'
  /** The session was erased, and with it the subscription. */
  | 'erased'
  /** The connection holds as many subscriptions as it may. */
  | 'too_many_subscriptions'
  /** The service could not read the report, and the subscription is ended; subscribe again later. */
  | 'unavailable';

export interface SubscribeFrame {
  readonly event: 'subscribe';
  readonly data: { readonly session_id: string; readonly after: Position | null };
}

export interface UnsubscribeFrame {
  readonly event: 'unsubscribe';
  readonly data: { readonly session_id: string };
}

export interface FaultFrame {
  readonly event: 'fault';
  readonly data: { readonly code: LiveErrorCode };
}

export type ClientFrame = SubscribeFrame | UnsubscribeFrame | FaultFrame;

const fault = (code: LiveErrorCode): FaultFrame => ({ event: 'fault', data: { code } });

const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200 && !value.includes('\0');

/** What one frame of a client asks for, or what is wrong with it. A binary frame is given as null. */
export function parseFrame(raw: string | null): ClientFrame {
  const frame = readJson(raw);
  if (!isRecord(frame)) return fault('malformed');
  const { event, data } = frame;
  if (event !== 'subscribe' && event !== 'unsubscribe') return fault('unknown_event');
  if (!isRecord(data) || !isSessionId(data.session_id)) return fault('invalid');
  const session_id = data.session_id;
  if (event === 'unsubscribe') return { event, data: { session_id } };
  const after = data.after ?? null;
  if (after === null) return { event, data: { session_id, after } };
  const position = typeof after === 'string' ? Position.parse(after) : null;
  return position === null ? fault('invalid') : { event, data: { session_id, after: position } };
}
