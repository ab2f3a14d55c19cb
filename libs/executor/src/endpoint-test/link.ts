import { isObject } from '../json/object.ts';
import type { Progress } from './progress.ts';

/** The first revision without `initialize`. */
export const modernVersion = '2026-07-28';

export interface Request {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: string;
  readonly params: object;
}

export interface RpcError {
  readonly code: unknown;
  readonly message: unknown;
  readonly data: unknown;
}

/** What a server answered to one request. */
export type Answer =
  | { readonly result: Readonly<Record<string, unknown>>; readonly error: null }
  | { readonly result: null; readonly error: RpcError };

/** A way to one server, for one conversation. Everything rejects with a `Setback`, or when the test is over. */
export interface Link {
  /** `version`: what was agreed on; null before that. */
  ask(request: Request, version: string | null): Promise<Answer>;
  /** For what has no answer. */
  tell(message: object, version: string | null): Promise<void>;
}

export interface Opening {
  readonly progress: Progress;
  /** Aborted: the test is over. */
  readonly signal: AbortSignal;
}

/** The most that is read of one answer, and of everything that a server sends. */
export const mostBytes = { answer: 8 * 1024 * 1024, all: 32 * 1024 * 1024 } as const;

/** The answer in these messages to the request of that id; null when there is none. */
export function answerIn(messages: readonly unknown[], id: number): Answer | null {
  for (const message of messages) {
    if (!isObject(message) || 'method' in message || message.id !== id) continue;
    if (isObject(message.error)) {
      const { code, message: text, data } = message.error;
      return { result: null, error: { code, message: text, data } };
    }
    if (isObject(message.result)) return { result: message.result, error: null };
  }
  return null;
}

/** Where a server asks something itself: this client answers pings, and has nothing else to give. */
export function replyTo(message: unknown): object | null {
  if (!isObject(message) || typeof message.method !== 'string') return null;
  const { id, method } = message;
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  if (method === 'ping') return { jsonrpc: '2.0', id, result: {} };
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
}

/** Messages of one text: an object, or an array of them; null when it is neither. */
export function readMessages(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
    const areMessages =
      messages.length > 0 && messages.every((one) => isObject(one) && one.jsonrpc === '2.0');
    return areMessages ? messages : null;
  } catch {
    return null;
  }
}
