import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allShards } from '../shard.ts';
import { sharesOf } from './shares.ts';

const processes = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 20 });

describe('shares of processes', () => {
  it('give every shard to one process, and no process more than its even part', () => {
    fc.assert(
      fc.property(processes, (ids) => {
        const shares = [...sharesOf(ids).values()];
        expect(shares.flat().sort((a, b) => a - b)).toEqual(allShards);
        const most = Math.ceil(allShards.length / ids.length);
        for (const share of shares) expect(share.length).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('are the same whoever divides, in whatever order the processes are known', () => {
    fc.assert(
      fc.property(processes, (ids) => {
        expect(new Map([...sharesOf(ids)].sort())).toEqual(new Map([...sharesOf(ids.toReversed())].sort()));
      }),
    );
  });

  it('are halves of two', () => {
    expect([...sharesOf(['a', 'b']).values()].map((share) => share.length)).toEqual([8, 8]);
  });
});
