import { describe, expect, it } from '@jest/globals';
import { dropOldAttempts } from '../../src/admin/sweep/drop-old-attempts.ts';
import { sessionReports } from '../../src/projections/definition.ts';
import { rebuildReports } from '../../src/projections/run/rebuild.ts';
import { forgetSession, generationsOf, holdWriters } from '../../src/projections/store/forget-session.ts';
import { createPostgresStore } from '../../src/projections/store/postgres-store.ts';
import { type ProjectedDatabase, withProjections } from './support/on-database.ts';
import { startProjection } from './support/project.ts';
import { rowsOf } from './support/rows.ts';
import { createStoryteller, sessionId, type Step, tenantId } from './support/story.ts';

const step = (what: Step['what'], attempt = 0, session = 0): Step => ({
  session,
  attempt,
  server: 'hub',
  what,
});

/** Five attempts, each with a call, of which a report shows four; and one of another session. */
const story = [
  ...Array.from({ length: 5 }, () => [step('open'), step('accept'), step('call')]).flat(),
  step('open', 0, 1),
  step('call', 0, 1),
];

const forget = ({ dataSource }: ProjectedDatabase): Promise<void> =>
  dataSource.transaction(async (manager) => {
    const generations = await generationsOf(manager, 'live');
    const session = { tenant_id: tenantId, session_id: sessionId(0) };
    await holdWriters(manager, generations, [session]);
    await forgetSession(manager, generations, session);
  });

const dropOld = ({ dataSource }: ProjectedDatabase): Promise<number> =>
  dataSource.transaction((manager) => dropOldAttempts(manager, tenantId, -1));

const expectAsRebuilt = async (projected: ProjectedDatabase): Promise<void> => {
  const live = await rowsOf(projected);
  const { log, dataSource } = projected;
  expect(await rebuildReports({ log, dataSource })).toMatchObject({ outcome: 'rebuilt' });
  expect(live).toEqual(await rowsOf(projected));
};

const remove = { 'an attempt': dropOld, 'a session': forget } as const;

describe('rows that went with the end of their retention', () => {
  it.each([
    ['an attempt', 'evidence of it', [step('call', 4)]],
    ['an attempt', 'two pages of evidence of it', [step('call', 4), step('close', 4), step('call', 4)]],
    ['a session', 'evidence of its current attempt', [step('call')]],
    ['a session', 'evidence of its oldest attempt', [step('call', 4)]],
    ['a session', 'a new attempt', [step('open'), step('call'), step('call', 5)]],
  ] as const)('of %s are those of a rebuild once %s comes late', (what, _late, late) =>
    withProjections(async (projected) => {
      const { log, project, dataSource } = projected;
      const storyteller = createStoryteller(log);
      await storyteller.tell(story);
      await project();
      const [before] = await dataSource.query<{ n: number }[]>(
        'select count(*)::int as n from attempt_report',
      );
      await remove[what](projected);
      const [after] = await dataSource.query<{ n: number }[]>(
        'select count(*)::int as n from attempt_report',
      );
      expect([before?.n, after?.n]).toEqual([6, what === 'a session' ? 1 : 5]);
      await storyteller.tell(late);
      await project(2);
      await expectAsRebuilt(projected);
    }),
  );

  it('do not come back out of the memory of who projects', () =>
    withProjections(async (projected) => {
      const { log, claim, dataSource, project } = projected;
      const storyteller = createStoryteller(log);
      const store = createPostgresStore(dataSource, sessionReports.name);
      await storyteller.tell(story);
      await project();
      await storyteller.tell([step('call')]);
      const running = startProjection(log, store, await claim());
      await running.until(({ changes }) => changes.length > 0);
      await forget(projected);
      await storyteller.tell([step('call')]);
      expect(await running.outcome).toBe('fenced');
      await project();
      await expectAsRebuilt(projected);
    }));
});
