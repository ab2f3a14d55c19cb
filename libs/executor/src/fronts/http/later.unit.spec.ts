import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createLater } from './later.ts';

describe('steps that are taken later', () => {
  it('come in order, behind what was to happen in this turn', async () => {
    const later = createLater();
    const taken: string[] = [];
    later.do(() => {
      taken.push('first');
      later.do(() => taken.push('third'));
    });
    later.do(() => taken.push('second'));
    process.nextTick(() => taken.push('this turn'));
    await turn();
    await turn();
    expect(taken).toEqual(['this turn', 'first', 'second', 'third']);
  });

  it('are taken at once where nothing may wait any more, and only once', async () => {
    const later = createLater();
    const taken: string[] = [];
    later.do(() => taken.push('only'));
    later.now();
    expect(taken).toEqual(['only']);
    await turn();
    expect(taken).toEqual(['only']);
  });

  it('are taken also behind one that fails', async () => {
    const later = createLater();
    const taken: string[] = [];
    later.do(() => {
      throw new Error('a fault of ours');
    });
    later.do(() => taken.push('second'));
    later.now();
    await turn();
    expect(taken).toEqual(['second']);
  });
});
