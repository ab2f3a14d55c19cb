import { describe, expect, it } from '@jest/globals';
import { repeatedly } from './repeatedly.ts';

const never = 2_000_000_000;

/** Work whose runs are let end one by one. */
const createWork = () => {
  let runs = 0;
  let begun: (() => void) | null = null;
  let end: ((error: Error | null) => void) | null = null;
  return {
    get runs() {
      return runs;
    },
    act: () =>
      new Promise<void>((resolve, reject) => {
        runs += 1;
        end = (error) => {
          if (error === null) resolve();
          else reject(error);
        };
        begun?.();
      }),
    /** Resolves once the next run has begun. */
    next: () => new Promise<void>((resolve) => (begun = resolve)),
    finish: (error: Error | null = null) => end?.(error),
  };
};

describe('what is done again and again', () => {
  it('is done at once, soon after it was asked for, and no more once it was ended', async () => {
    const work = createWork();
    const repeating = repeatedly(never, work.act);
    expect(work.runs).toBe(1);
    const second = work.next();
    repeating.soon();
    expect(work.runs).toBe(1);
    work.finish();
    await second;
    const ended = repeating.end();
    repeating.soon();
    work.finish();
    await ended;
    expect(work.runs).toBe(2);
  });

  it('is woken where it waits', async () => {
    const work = createWork();
    const repeating = repeatedly(never, work.act);
    work.finish();
    await new Promise((resolve) => setImmediate(resolve));
    const second = work.next();
    repeating.soon();
    await second;
    work.finish();
    await repeating.end();
    expect(work.runs).toBe(2);
  });

  it('tells what failed and goes on, but not of a database that is away', async () => {
    const work = createWork();
    const told: unknown[] = [];
    const repeating = repeatedly(0, work.act, (error) => told.push(error));
    const ours = new Error('ours');
    for (const error of [Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), ours, null]) {
      const next = work.next();
      work.finish(error);
      await next;
    }
    work.finish();
    await repeating.end();
    expect(told).toEqual([ours]);
  });
});
