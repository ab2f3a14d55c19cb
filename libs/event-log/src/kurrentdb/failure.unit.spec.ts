import {
  AccessDeniedError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
} from '@kurrent/kurrentdb-client';
import { UnavailableError, UnknownError } from '@kurrent/kurrentdb-client';
import { describe, expect, it } from '@jest/globals';
import { NoAnswer } from './connection.ts';
import { failureOf, NotOurs } from './failure.ts';

describe('failureOf', () => {
  it('repeats what a lost connection, a late answer or a busy server caused, and whatever it does not know', () => {
    const errors = [
      new UnavailableError(),
      new DeadlineExceededError(),
      new UnknownError(undefined, 'Could not recognize Server Is Busy'),
      new NoAnswer(1),
      new Error('Failed to discover after 10 attempts.'),
      'something else',
    ];
    for (const error of errors) expect([error, failureOf(error)]).toEqual([error, 'again']);
  });

  it('blames the content for sizes, also where the client knows only their name', () => {
    expect(failureOf(MaxAppendSizeExceededError.fromMaxAppendSize(1))).toBe('content');
    const named = new UnknownError(undefined, 'Could not recognize MaximumAppendEventSizeExceeded');
    expect(failureOf(named)).toBe('content');
  });

  it('gives up on what repeating does not help', () => {
    for (const error of [new AccessDeniedError(), new NotOurs('x')]) expect(failureOf(error)).toBe('broken');
  });
});
