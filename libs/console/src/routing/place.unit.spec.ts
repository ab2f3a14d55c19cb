import { describe, expect, it } from '@jest/globals';
import { hrefOf, readPlace } from './place.ts';

describe('a place in the console', () => {
  it('is read from its address as it was written', () => {
    const place = { path: ['sessions', 'release-notes/42 ?#%'], query: { view: 'calls', q: 'a&b=c' } };
    expect(readPlace(hrefOf(place.path, place.query))).toEqual(place);
  });

  it('is the first page where the address says nothing', () => {
    expect(['', '#', '#/'].map(readPlace)).toEqual(Array(3).fill({ path: [], query: {} }));
  });

  it('leaves out what is not set', () => {
    expect(hrefOf([], { q: '', status: null, task_id: undefined })).toBe('#/');
  });

  it('is read from an address that nobody here wrote', () => {
    expect(readPlace('#/sessions/%E0%A4%A')).toEqual({ path: ['sessions', '%E0%A4%A'], query: {} });
  });
});
