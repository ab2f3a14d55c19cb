import { describe, expect, it } from '@jest/globals';
import { readStruck } from './read-answers.ts';

const texts = ['agent of walnut-shell', 'failed', 'walnut and walnut'];
const struck = (at: unknown, text: unknown) => readStruck({ struck: [{ at, text }] }, texts);

describe('what an executor found secrets in', () => {
  it.each([
    [0, 'agent of [redacted]'],
    [0, '[redacted]'],
    [0, '[redacted] of [redacted]-[redacted]'],
    [2, '[redacted] and [redacted]'],
    [2, '[redacted]walnut'],
    [1, 'failed'],
  ])('is what is left of the text at %j: %j', (at, text) => {
    expect(struck(at, text)).toEqual(new Map([[texts[at], text]]));
  });

  it.each([
    [0, 'agent of none'],
    [0, 'agent'],
    [0, 'agent of [redacted], who is well'],
    [0, 'of agent [redacted]'],
    [1, 'active'],
    [1, '[redacted]'.repeat(7)],
    [1, '[redacted]failed'],
    [1, `[redacted]${'x'.repeat(60_000)}`],
    [3, 'failed'],
    [-1, 'failed'],
    [0.5, 'failed'],
    ['0', 'failed'],
    [1, null],
  ])('is nothing that an executor made up, as at %j: %j', (at, text) => {
    expect(struck(at, text)).toBeNull();
  });

  it('is a list', () => {
    expect(readStruck({ struck: [] }, texts)).toEqual(new Map());
    for (const other of [undefined, null, {}, [null], ['failed']])
      expect(readStruck({ struck: other }, texts)).toBeNull();
  });
});
