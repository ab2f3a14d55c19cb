import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type ProjectionState } from '../../libs/client/src/index.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const until = async <Result>(read: () => Promise<Result | undefined>): Promise<Result> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const result = await read();
    if (result !== undefined) return result;
    await pause(50);
  }
  throw new Error('It did not come to that in half a minute.');
};

const listed = async ({ url }: TestService): Promise<readonly ProjectionState[]> =>
  (await createClient({ url }).projections()).projections;

const caughtUp = (service: TestService): Promise<ProjectionState> =>
  until(async () =>
    (await listed(service)).find(
      ({ state, lag_events, shards }) =>
        state === 'live' && lag_events === 0 && shards.every(({ owner }) => owner !== null),
    ),
  );

describe('the projections', () => {
  it('are listed with the place, owner and lag of every shard, and their lag is a metric', async () => {
    await withService(async (service) => {
      const opened = await service.post('/v1/attempts', attemptBody(uuid(1)));
      const { position } = opened.body as { position: string };
      const live = await caughtUp(service);
      expect(live).toMatchObject({
        name: 'session_reports',
        generation: 1,
        skipped_events: 0,
        lag_complete: true,
      });
      expect(live.shards).toHaveLength(16);
      expect(new Set(live.shards.map((shard) => shard.position))).toEqual(new Set([position]));
      const { body } = await service.get('/metrics');
      expect(body).toMatch(/^witness_projection_lag_events\{projection="session_reports"\} \d+$/m);
      expect(body).toMatch(/^witness_projection_lag_seconds\{projection="session_reports"\} [\d.]+$/m);
    });
  });

  it('are built anew when asked, one at a time, and readers see the new ones', async () => {
    await withService(async (service) => {
      await service.post('/v1/attempts', attemptBody(uuid(1)));
      await caughtUp(service);
      const path = '/v1/admin/projections/session_reports/rebuild';
      const answers = await Promise.all([service.post(path, ''), service.post(path, '')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
      expect(answers.find(({ status }) => status === 202)?.body).toMatchObject({
        generation: 2,
        state: 'building',
      });
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'rebuild_running' });
      const live = await until(async () => {
        const projections = await listed(service);
        return projections.length === 1 && projections[0]?.generation === 2 ? projections[0] : undefined;
      });
      expect(live.state).toBe('live');
      expect((await service.get('/v1/sessions/session-1/report')).status).toBe(200);
      const { body } = await service.get('/v1/admin/access-log?limit=1');
      expect(body).toMatchObject({
        entries: [{ caller: 'anyone', action: 'projection.rebuild', object: 'session_reports' }],
      });
    });
  });

  it('that were asked for or left half built are finished by the process that finds them', async () => {
    await withService(async (service) => {
      await service.post('/v1/attempts', attemptBody(uuid(1)));
      await caughtUp(service);
      await service.database.ownerPool.query(`
        insert into projections (name, generation, version, state)
        select name, generation + 1, version, 'building' from projections where state = 'live';
        insert into projection_shards (name, generation, shard)
        select name, generation, shard from projections, generate_series(0, 15) shard where state = 'building'`);
      const live = await until(async () =>
        (await listed(service)).find(({ state, generation }) => state === 'live' && generation === 2),
      );
      expect(live.lag_events).toBe(0);
    });
  });

  it('of another name are not there', async () => {
    await withService(async (service) => {
      expect((await service.post('/v1/admin/projections/other/rebuild', '')).status).toBe(404);
    });
  });
});
