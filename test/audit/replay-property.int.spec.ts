import { describe, expect, it } from '@jest/globals';
import type { Position } from '@mcp-witness/event-log';
import { type History, withoutTools } from '@mcp-witness/evidence';
import fc from 'fast-check';
import type { Moment } from '../../src/audit/replay/moment.ts';
import { replaySession } from '../../src/audit/replay/replay-session.ts';
import { historyOf } from '../../src/projections/fold/session-view.ts';
import { readSession } from '../../src/projections/read/read-session.ts';
import { type ProjectedDatabase, withProjections } from '../projections/support/on-database.ts';
import { createStoryteller, sessionId, steps, tenantId } from '../projections/support/story.ts';

const sessions = [0, 1, 2];

/** What was live at one moment, by session, and that moment as the log tells it. */
interface Recorded {
  readonly reports: readonly (History | null)[];
  readonly position: Position;
  readonly time: string;
}

const recordLive = async ({ dataSource, log }: ProjectedDatabase): Promise<Recorded> => {
  const position = await log.head();
  const reports = sessions.map(async (session) => {
    const reading = await readSession(dataSource, tenantId, sessionId(session));
    return reading && historyOf(reading.view);
  });
  const [last] = await dataSource.query<{ time: string }[]>(
    `select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time from es_head`,
  );
  return { reports: await Promise.all(reports), position, time: last?.time ?? '' };
};

describe('a replayed report', () => {
  it('is at every position and time what the live one was, whatever happened', () =>
    withProjections(async (projected) => {
      const { log, project } = projected;
      const storyteller = createStoryteller(log);
      const replayed = async (session: number, moment: Moment): Promise<History | null> => {
        const session_id = sessionId(session);
        const history = await replaySession({ log, tenant_id: tenantId, session_id, moment });
        return history && withoutTools(history);
      };
      await fc.assert(
        fc.asyncProperty(steps, fc.integer({ min: 1, max: 8 }), async (story, between) => {
          const moments: Recorded[] = [];
          for (let told = 0; told < story.length; told += between) {
            await storyteller.tell(story.slice(told, told + between));
            await project();
            moments.push(await recordLive(projected));
          }
          for (const { reports, position, time } of moments)
            for (const session of sessions) {
              expect(await replayed(session, { kind: 'position', position })).toEqual(reports[session]);
              expect(await replayed(session, { kind: 'time', time })).toEqual(reports[session]);
            }
        }),
        { numRuns: 6 },
      );
    }));
});
