import { BadRequestException, HttpException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { type LogFaultCode } from '@mcp-witness/event-log';
import { Problem, problemDocument, problemHeaders, problems } from './problem.ts';
import { toProblem } from './to-problem.ts';

const logFault = (code: LogFaultCode, retryAfterSeconds?: number): Error =>
  Object.assign(new Error('of the log'), { name: 'LogFault', code, retryAfterSeconds });

describe('an error', () => {
  it('of a log that is full, away or closed asks the caller to come again', () => {
    for (const [code, seconds] of [
      ['busy', 7],
      ['unavailable', undefined],
      ['closed', undefined],
    ] as const) {
      const problem = toProblem(logFault(code, seconds));
      expect(problem.code).toBe('unavailable');
      expect(problemHeaders(problem.code, problem.options)).toMatchObject({
        'retry-after': String(seconds ?? 1),
      });
    }
  });

  it('of a position that the log never gave is the caller’s', () => {
    expect(toProblem(logFault('unknown_position')).code).toBe('invalid');
  });

  it('of a database that cannot be reached asks the caller to come again', () => {
    const problem = toProblem(Object.assign(new Error('hunter2'), { code: 'ECONNREFUSED' }));
    expect(problem.code).toBe('unavailable');
    expect(problemHeaders(problem.code, problem.options)).toMatchObject({ 'retry-after': '1' });
  });

  it('that nobody foresaw is ours, and says nothing of itself', () => {
    for (const error of [
      new Error('hunter2'),
      'hunter2',
      null,
      logFault('refused'),
      new HttpException('hunter2', 418),
    ]) {
      const problem = toProblem(error);
      expect(problem.code).toBe('internal');
      expect(JSON.stringify(problemDocument(problem.code, problem.options))).not.toContain('hunter2');
    }
  });

  it('of the HTTP layer keeps its status and loses its words', () => {
    const problem = toProblem(new BadRequestException('hunter2'));
    expect(problemDocument(problem.code, problem.options)).toEqual({
      type: 'urn:mcp-witness:problem:malformed_request',
      title: problems.malformed_request.title,
      status: 400,
      code: 'malformed_request',
    });
  });

  it('that is a problem already stays what it is', () => {
    const problem = new Problem('conflict');
    expect(toProblem(problem)).toBe(problem);
  });
});

describe('the problem codes', () => {
  it('are these, each with its status', () => {
    expect(Object.fromEntries(Object.entries(problems).map(([code, { status }]) => [code, status]))).toEqual({
      malformed_json: 400,
      malformed_request: 400,
      unauthenticated: 401,
      forbidden: 403,
      foreign_host: 403,
      foreign_origin: 403,
      not_found: 404,
      method_not_allowed: 405,
      not_acceptable: 406,
      request_timeout: 408,
      conflict: 409,
      position_ahead: 409,
      ack_behind: 409,
      ack_ahead: 409,
      erased: 410,
      execution_ended: 409,
      executor_unreachable: 409,
      rebuild_running: 409,
      newer_projection: 409,
      too_large: 413,
      unsupported_media_type: 415,
      invalid: 422,
      rate_limited: 429,
      internal: 500,
      unavailable: 503,
    });
  });
});
