import { ErrorType, isCommandError } from '@kurrent/kurrentdb-client';
import { type Failure } from '../engine/engine.ts';

const ofContent: ReadonlySet<string> = new Set([
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.APPEND_RECORD_SIZE_EXCEEDED,
  ErrorType.TRANSACTION_MAX_SIZE_EXCEEDED,
]);

const lasting: ReadonlySet<string> = new Set([
  ErrorType.ACCESS_DENIED,
  ErrorType.STREAM_DELETED,
  ErrorType.STREAM_TOMBSTONED,
  ErrorType.UNSUPPORTED,
  ErrorType.INVALID_ARGUMENT,
]);

/** What the client has no type for: it only repeats the name that the server gave. */
const sizeInWords = /MaximumAppend(Event)?SizeExceeded|maximum append (event )?size|Max Append Event Size/i;

/** What an error of the client means. Whatever is not known may have been stored, and is asked for again. */
export function failureOf(error: unknown): Failure {
  if (error instanceof NotOurs) return 'broken';
  if (!(error instanceof Error) || !isCommandError(error)) return 'again';
  if (ofContent.has(error.type) || sizeInWords.test(error.message)) return 'content';
  return lasting.has(error.type) ? 'broken' : 'again';
}

/** The stream holds something that this engine did not write, or the server lacks what it needs. */
export class NotOurs extends Error {}
