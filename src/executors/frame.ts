import type { OpenRequest } from './asking/requests.postgres.ts';
import { isRecord, readJson } from '../sockets/read-json.ts';

/*
 * The socket of an executor. What it says is its whole state, so that nothing is lost between two connections: `hold` names
 * the executor and every attempt that it has, and renews their leases; an attempt that is not named is given back. The
 * service answers `held` with the period of a lease, and with attempts that were given up meanwhile and stay so.
 *
 * `request {id, kind, deadline_ms, data}` asks it for something, and `cancel {id}` says that nobody waits for it any more.
 * It may say `progress {id, data}` meanwhile, and answers `answer {id, data}` or `answer {id, code}` before the deadline, in one frame. A request comes again over the next
 * connection while it has no answer: an executor that met its id before goes on with what it does, or gives the same answer
 * again. Events that an executor does not know it passes over.
 */

/** Why a frame was not done. */
export type ExecutorErrorCode =
  /** Not a JSON object in one text frame. */
  | 'malformed'
  /** An `event` that is none of this socket's. */
  | 'unknown_event'
  /** `executor_id` or `attempts` is missing or not what it must be. */
  | 'invalid'
  /** More attempts than one executor may hold. */
  | 'too_many_attempts'
  /** The connection belongs to another executor already. */
  | 'other_executor'
  /** The leases could not be written; they run on, and the next `hold` renews them. */
  | 'unavailable';

export interface Hold {
  readonly executor_id: string;
  readonly attempts: readonly string[];
}

export interface Answer {
  readonly id: string;
  /** JSON of `{data}` or `{code}`. */
  readonly text: string;
}

/** How far an executor is with a request. */
export interface Progressed {
  readonly id: string;
  /** JSON of an object. */
  readonly text: string;
}

export type ExecutorFrame =
  | { readonly event: 'hold'; readonly data: Hold }
  | { readonly event: 'answer'; readonly data: Answer }
  | { readonly event: 'progress'; readonly data: Progressed }
  | { readonly event: 'fault'; readonly data: { readonly code: ExecutorErrorCode } };

/** Attempts that one executor may hold at a time. */
const mostAttempts = 256;
/** Bytes of the largest frame of an executor: an answer with what an agent wrote lately. */
export const largestExecutorFrame = 64 * 1024;
/** Bytes of how far it is with something: every process hears of it. */
const largestProgress = 512;
const requestId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const answerCode = /^[a-z][a-z0-9_]{0,63}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const executorId = /^[\x21-\x7e]{1,200}$/;

const fault = (code: ExecutorErrorCode): ExecutorFrame => ({ event: 'fault', data: { code } });

const isAttempt = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/** What a frame of an executor says, or what is wrong with it. */
export function parseExecutorFrame(text: string | null): ExecutorFrame {
  const frame = readJson(text);
  if (!isRecord(frame)) return fault('malformed');
  const { event, data } = frame;
  if (event === 'answer') return readAnswer(data);
  if (event === 'progress') return readProgress(data);
  return event === 'hold' ? readHold(data) : fault('unknown_event');
}

function readAnswer(data: unknown): ExecutorFrame {
  if (!isRecord(data) || typeof data.id !== 'string' || !requestId.test(data.id)) return fault('invalid');
  const { id, code } = data;
  if (isRecord(data.data))
    return { event: 'answer', data: { id, text: JSON.stringify({ data: data.data }) } };
  if (typeof code !== 'string' || !answerCode.test(code)) return fault('invalid');
  return { event: 'answer', data: { id, text: JSON.stringify({ code }) } };
}

function readProgress(data: unknown): ExecutorFrame {
  if (!isRecord(data) || typeof data.id !== 'string' || !requestId.test(data.id)) return fault('invalid');
  const text = isRecord(data.data) ? JSON.stringify(data.data) : '';
  if (text === '' || Buffer.byteLength(text) > largestProgress) return fault('invalid');
  return { event: 'progress', data: { id: data.id, text } };
}

function readHold(data: unknown): ExecutorFrame {
  if (!isRecord(data) || !Array.isArray(data.attempts)) return fault('invalid');
  const { executor_id, attempts } = data as { executor_id: unknown; attempts: readonly unknown[] };
  if (typeof executor_id !== 'string' || !executorId.test(executor_id)) return fault('invalid');
  if (attempts.length > mostAttempts) return fault('too_many_attempts');
  if (!attempts.every(isAttempt)) return fault('invalid');
  return { event: 'hold', data: { executor_id, attempts } };
}

/** What the service says, as text for the wire. */
export const executorAnswer = {
  held: (lease_ms: number, lost: readonly string[]): string =>
    JSON.stringify({ event: 'held', data: { lease_ms, lost } }),
  error: (code: ExecutorErrorCode): string => JSON.stringify({ event: 'error', data: { code } }),
  request: ({ id, kind, deadline_ms, data }: OpenRequest): string =>
    JSON.stringify({ event: 'request', data: { id, kind, deadline_ms, data: JSON.parse(data) as unknown } }),
  cancel: (id: string): string => JSON.stringify({ event: 'cancel', data: { id } }),
  heartbeat: (): string => JSON.stringify({ event: 'heartbeat', data: {} }),
};
