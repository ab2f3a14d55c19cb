import { describe, expect, it } from '@jest/globals';
import { readRows } from './by-ps.ts';
import { below } from './processes.ts';

const listing = [
  '    1     0 Mon Nov 30 21:17:01 2026    ',
  '  501     1 Tue Dec  1 02:59:34 2026    ',
  '  502   501 Tue Dec  1 02:59:34 2026    ',
  '99999   502 Tue Dec  1 02:59:35 2026    ',
  '  503     1 Tue Dec  1 03:00:00 2026',
  '',
  'ps: something else',
  '  504',
  '  505   501 ',
].join('\n');

describe('what ps lists', () => {
  it('is read by line, and what is no process is passed over', () => {
    const rows = readRows(listing);
    expect(rows.map(({ pid, parent }) => [pid, parent])).toEqual([
      [1, 0],
      [501, 1],
      [502, 501],
      [99999, 502],
      [503, 1],
    ]);
    expect(rows[1]?.started).toBe('Tue Dec  1 02:59:34 2026');
  });

  it('tells what runs below a process, and ends where numbers lead in a circle', () => {
    expect(below(501, readRows(listing)).map(({ pid }) => pid)).toEqual([502, 99999]);
    expect(below(7, readRows('7 8 a\n8 7 b\n')).map(({ pid }) => pid)).toEqual([8]);
    expect(below(501, [])).toEqual([]);
  });
});
