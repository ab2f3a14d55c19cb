import { describe, expect, it } from '@jest/globals';
import { observeAnswer } from './fetch-answer.ts';

describe('an answer that came before its question was read', () => {
  it('passes as it is, whatever becomes of what is told of it', async () => {
    const edge = {
      run: <T>(handle: () => T): T => handle(),
      answered(): never {
        throw new Error('a fault of ours');
      },
    };
    const answer = new Response('no', { status: 403 });
    const whole = Promise.resolve(undefined);
    expect(observeAnswer(edge, { message: undefined, isRead: false, whole }, answer)).toBe(answer);
    await new Promise((resolve) => setImmediate(resolve));
  });
});
