import { HttpException } from '@nestjs/common';
import { isLogFault, type LogFault } from '@mcp-witness/event-log';
import { SessionErased } from '../log/erased.ts';
import { isContended, isDatabaseAway } from '../database/away.ts';
import { Problem, type ProblemCode } from './problem.ts';

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  400: 'malformed_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  409: 'conflict',
  413: 'too_large',
  414: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  431: 'too_large',
  503: 'unavailable',
};

const fromLogFault = (fault: LogFault): Problem => {
  if (fault.code === 'busy' || fault.code === 'unavailable' || fault.code === 'closed') {
    return new Problem('unavailable', { retryAfterSeconds: fault.retryAfterSeconds ?? 1, cause: fault });
  }
  // Positions come from callers, who got them from somewhere else.
  if (fault.code === 'unknown_position') return new Problem('invalid', { cause: fault });
  return new Problem('internal', { cause: fault });
};

/** The problem that an error means to the caller. What nobody foresaw is ours: `internal`. */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof SessionErased) return new Problem('erased');
  if (isLogFault(error)) return fromLogFault(error);
  if (error instanceof HttpException) {
    return new Problem(codeOfStatus[error.getStatus()] ?? 'internal', { cause: error });
  }
  if (isDatabaseAway(error) || isContended(error))
    return new Problem('unavailable', { retryAfterSeconds: 1, cause: error });
  return new Problem('internal', { cause: error });
};
