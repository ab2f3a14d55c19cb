import { describe, expect, it } from '@jest/globals';
import { hrefOf, readPlace } from '../routing/place.ts';
import { isNarrowed, queryOf, readFilters } from './filters.ts';

const read = (query: Record<string, string>): ReturnType<typeof readFilters> =>
  readFilters(readPlace(hrefOf([], query)));

describe('filters of sessions', () => {
  it('stand in the address, and only those that are set are asked for', () => {
    expect(queryOf(read({ status: 'failed', q: 'docs & more' }))).toEqual({
      status: 'failed',
      q: 'docs & more',
    });
    expect(isNarrowed(read({ agent_id: 'copilot' }))).toBe(true);
    expect(isNarrowed(read({}))).toBe(false);
  });

  it('leave out a status that there is not', () => {
    expect(queryOf(read({ status: 'toString' }))).toEqual({});
  });
});
