import { createHmac, randomBytes } from 'node:crypto';
import { attemptIdOf, headOfAttemptId } from '@mcp-witness/mcp-frames';
import { newIdHead } from './ids.ts';

/** Of this process: what attempts are made from is kept nowhere, and is found again by their ids. */
const key = randomBytes(32);

const SECRET_BYTES = 16;

const secretFrom = (head: string): Uint8Array =>
  createHmac('sha256', key).update(head).digest().subarray(0, SECRET_BYTES);

/** A new UUIDv7 for an attempt; see `attemptIdOf`. */
export function newAttemptId(): string {
  const head = newIdHead();
  return attemptIdOf(head, secretFrom(head));
}

/** What an id of {@link newAttemptId} was made from in this process; of any other id, nothing that proves anything. */
export const secretOfAttempt = (attempt_id: string): Uint8Array => secretFrom(headOfAttemptId(attempt_id));
