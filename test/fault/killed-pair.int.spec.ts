import { describe, expect, it, jest } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withDatabase } from '../support/database.ts';
import { extent } from './extent.ts';
import { holdUnderLoad } from './pair/under-load.ts';

jest.setTimeout(extent(600_000, 900_000));

/** For how long one is killed after the other. */
const kills = extent({ atLeast: 2, milliseconds: 0 }, { atLeast: 10, milliseconds: 120_000 });

describe('two services on one database, one after the other of which is killed under load', () => {
  it('lose and double nothing that they acknowledged, for writers, consumers, live sockets and read models', () =>
    withDatabase(async (database) => {
      let killed = 0;
      const written = await holdUnderLoad(database, async ({ pair, written, until }) => {
        const started = Date.now();
        while (killed < kills.atLeast || Date.now() - started < kills.milliseconds) {
          const before = written.events.size;
          await until(() => written.events.size >= before + 100);
          await pause(randomInt(1_000));
          await pair.replace(killed % 2, 'SIGKILL');
          killed += 1;
        }
        const before = written.events.size;
        await until(() => written.events.size >= before + 100);
      });
      expect(written.lostConnections).toBeGreaterThan(0);
      console.info(
        `${killed} kills: ${written.attempts.size} attempts and ${written.events.size} events acknowledged`,
      );
    }));
});
