import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createLater } from './later.ts';

/** Turns of the loop until it is so; the test's own time limit ends it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(1);
}

describe('steps that are taken later', () => {
  it('come by themselves and in order, behind what was to happen in this turn', async () => {
    const later = createLater();
    const taken: string[] = [];
    later.do(() => {
      taken.push('first');
      later.do(() => taken.push('third'));
    });
    later.do(() => taken.push('second'));
    process.nextTick(() => taken.push('this turn'));
    await until(() => taken.length === 4);
    expect(taken).toEqual(['this turn', 'first', 'second', 'third']);
  });

  it('come while ever more are put behind them', async () => {
    const later = createLater();
    let taken = false;
    later.do(() => (taken = true));
    await until(() => {
      later.do(() => undefined);
      return taken;
    });
    expect(taken).toBe(true);
  });

  it('come in the next turn where many wait, or much is held', async () => {
    const taken: string[] = [];
    const [many, much] = [createLater(), createLater()];
    for (let step = 0; step <= 2048; step += 1) many.do(() => taken.push('many'));
    much.do(() => taken.push('much'), 4 * 1024 * 1024 + 1);
    await turn();
    expect(taken).toHaveLength(2050);
  });

  it('are taken at once where nothing may wait any more, and only once', async () => {
    const later = createLater();
    const taken: string[] = [];
    later.do(() => taken.push('first'));
    later.now();
    expect(taken).toEqual(['first']);
    later.do(() => taken.push('second'));
    await until(() => taken.length > 1);
    expect(taken).toEqual(['first', 'second']);
  });

  it('are taken also behind one that fails', () => {
    const later = createLater();
    const taken: string[] = [];
    later.do(() => {
      throw new Error('a fault of ours');
    });
    later.do(() => taken.push('second'));
    later.now();
    expect(taken).toEqual(['second']);
  });

  it('know when they were put there', async () => {
    const later = createLater();
    let time = 0;
    const from = Date.now();
    later.do(() => (time = later.time()));
    const to = Date.now();
    await until(() => time > 0);
    expect(time).toBeGreaterThanOrEqual(from);
    expect(time).toBeLessThanOrEqual(to);
    expect(later.time()).toBeGreaterThanOrEqual(to);
  });
});
