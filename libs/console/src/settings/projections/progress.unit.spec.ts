import { describe, expect, it } from '@jest/globals';
import type { ProjectionState } from '@mcp-witness/client';
import { lagWords, progressOf } from './progress.ts';

const build = (...positions: string[]): ProjectionState =>
  ({ shards: positions.map((position, shard) => ({ shard, position })) }) as unknown as ProjectionState;

const lag = (lag_events: number, lag_complete: boolean): string =>
  lagWords({ lag_events, lag_complete, lag_seconds: 1.2 } as ProjectionState);

describe('the progress of a rebuild', () => {
  it('is that of the shard furthest behind, beside where readers are', () => {
    expect(progressOf(build('500', '250'), build('1000', '900'))).toBe(0.25);
    expect(progressOf(build('1200'), build('1000'))).toBe(1);
  });

  it('is not known where nothing tells the end', () => {
    expect(progressOf(build('5'), undefined)).toBeNull();
    expect(progressOf(build('5'), build('0'))).toBeNull();
    expect(progressOf(build(), build('9'))).toBeNull();
  });

  it('is said in events and seconds, and says where it counted no further', () => {
    expect(lag(0, true)).toBe('up to the log');
    expect(lag(1, true)).toBe('1 event and 2 seconds behind');
    expect(lag(5000, false)).toBe('at least 5,000 events and 2 seconds behind');
  });
});
