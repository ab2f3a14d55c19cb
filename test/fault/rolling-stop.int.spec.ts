import { describe, expect, it, jest } from '@jest/globals';
import { withDatabase } from '../support/database.ts';
import { extent } from './extent.ts';
import { holdUnderLoad } from './pair/under-load.ts';

jest.setTimeout(extent(600_000, 900_000));

const turns = extent(2, 8);
const goingAway = 1001;
/** The client's own way to leave: its session was not there yet. */
const left = 1000;

describe('two services on one database that are replaced one after the other under load', () => {
  it('refuse no request, and tell live sockets that they go, which then go on at the other', () =>
    withDatabase(async (database) => {
      const codes: number[] = [];
      const written = await holdUnderLoad(database, async ({ pair, written, watchers, until }) => {
        const closed = (): number[] => watchers.flatMap((watcher) => watcher.codes);
        for (let turn = 0; turn < turns; turn += 1) {
          const before = written.events.size;
          await until(() => written.events.size >= before + 100);
          expect(await pair.replace(turn % 2, 'SIGTERM')).toBe(0);
        }
        const before = written.events.size;
        await until(() => written.events.size >= before + 100);
        codes.push(...closed());
      });
      expect(written.refusals).toEqual([]);
      expect(codes).toContain(goingAway);
      expect(codes.filter((code) => code !== goingAway && code !== left)).toEqual([]);
    }));
});
