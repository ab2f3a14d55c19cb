import { describe, expect, it } from '@jest/globals';
import { sessionReports } from '../../src/projections/definition.ts';
import { finishRebuild } from '../../src/projections/run/rebuild.ts';
import { dropGeneration } from '../../src/projections/store/drop-generation.ts';
import { claimBuilding, createBuilding, listGenerations } from '../../src/projections/store/generations.ts';
import { createPostgresStore } from '../../src/projections/store/postgres-store.ts';
import { withProjections } from './support/on-database.ts';
import { projectAll } from './support/project.ts';
import { rowsOf } from './support/rows.ts';
import { createStoryteller, type Step } from './support/story.ts';

const story = (...what: readonly Step['what'][]): readonly Step[] =>
  [0, 1, 2].flatMap((session) =>
    what.map((one): Step => ({ session, attempt: 0, server: 'hub', what: one })),
  );

/** More than a few steps of the walk that removes rows, and no whole number of them. */
const many = 12_001;

describe('read models that were left half built', () => {
  it('are built on from where they were, and are then what readers saw before', () =>
    withProjections(async (projected) => {
      const { dataSource, log, project } = projected;
      const storyteller = createStoryteller(log);
      await storyteller.tell(story('open', 'deliver', 'accept', 'call'));
      await project();
      await createBuilding(dataSource, sessionReports);
      const building = await claimBuilding(dataSource, sessionReports);
      const store = createPostgresStore(dataSource, sessionReports.name);
      if (building === null) throw new Error('Nothing is being built.');
      await projectAll(log, store, building);
      const built = Number(await log.head());
      await storyteller.tell(story('call', 'list', 'open', 'call'));
      await project();
      const seen = await rowsOf(projected);
      expect(await finishRebuild({ log, dataSource })).toMatchObject({
        outcome: 'rebuilt',
        generation: building.generation,
        events: Number(await log.head()) - built,
      });
      expect(await rowsOf(projected)).toEqual(seen);
      expect(await listGenerations(dataSource, sessionReports.name)).toMatchObject([
        { generation: building.generation, state: 'live' },
      ]);
    }));

  it('are removed to the last row, however many, and no row of another generation with them', () =>
    withProjections(async ({ claim, database, dataSource }) => {
      await claim();
      const building = await createBuilding(dataSource, sessionReports);
      const { name } = sessionReports;
      for (const generation of [1, building?.generation])
        await database.ownerPool.query(
          `insert into attempt_report (tenant_id, generation, attachment_attempt_id, session_id, position, state)
           select 'tenant-' || n % 3, $1, 'a' || n, 's', n, '{}' from generate_series(1, $2::int) n`,
          [generation, many],
        );
      await database.ownerPool.query(
        `insert into tool_calls (tenant_id, generation, session_id, position, attachment_attempt_id, server_name, started_at,
          duration_ms, outcome, result_bytes, round_trips, recorded_at)
         select 'default', n % 2 + 1, 's', n, 'a', 'hub', '', 1, 'ok', 1, 1, now() from generate_series(1, $1::int) n`,
        [many],
      );
      expect(await dropGeneration(dataSource, name, 2, AbortSignal.abort())).toBe(false);
      expect(await dropGeneration(dataSource, name, 2)).toBe(true);
      const { rows } = await database.ownerPool.query(
        `select generation, count(*)::int as rows from (
           select generation from attempt_report union all select generation from tool_calls) as r group by 1`,
      );
      expect(rows).toEqual([{ generation: 1, rows: many + Math.floor(many / 2) }]);
      expect(await listGenerations(dataSource, name)).toMatchObject([{ generation: 1, state: 'live' }]);
    }));
});
