import { type Fault, parseEvent } from '@mcp-witness/evidence';
import { largestPayload } from '../log/sealing/largest-payload.ts';
import { prepare } from './arrival.ts';
import { type Prepared } from './prepared.ts';

/** What the service says of an event that it does not take. */
export type RejectionCode =
  | 'malformed'
  | 'unknown_type'
  | 'unknown_attempt'
  | 'conflict'
  | 'forbidden_attempt'
  | 'too_large'
  | 'erased';

/** One event of a request: ready to be stored, or why not. */
export type Judged =
  | { readonly ok: true; readonly index: number; readonly prepared: Prepared }
  | {
      readonly ok: false;
      readonly index: number;
      readonly event_id: string | null;
      readonly code: RejectionCode;
      /** Places inside the event; none when it was refused for something else. */
      readonly errors: readonly Fault[];
    };

/** Most faults of one event that are told. */
const mostErrors = 8;

const looksLikeId = /^[0-9a-f-]{36}$/i;

/** The id that a rejected event seems to have, and nothing else of what was sent. */
const idOf = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'event_id')) return null;
  const id = (value as { event_id: unknown }).event_id;
  return typeof id === 'string' && looksLikeId.test(id) ? id : null;
};

/** Judges one JSON value by itself. `allowed` is the attempt that the caller may write, null for any. */
export const judgeEvent = (value: unknown, index: number, allowed: string | null): Judged => {
  const reject = (code: RejectionCode, errors: readonly Fault[] = []): Judged => ({
    ok: false,
    index,
    event_id: idOf(value),
    code,
    errors: errors.slice(0, mostErrors),
  });
  const parsed = parseEvent(value);
  if (!parsed.ok) return reject(parsed.faults[0]?.code ?? 'malformed', parsed.faults);
  if (allowed !== null && parsed.event.attachment_attempt_id !== allowed) return reject('forbidden_attempt');
  const prepared = prepare(parsed.event);
  if (Buffer.byteLength(prepared.ours.stored.data) > largestPayload) return reject('too_large');
  return { ok: true, index, prepared };
};
