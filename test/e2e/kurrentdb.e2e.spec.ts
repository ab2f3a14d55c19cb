import { describe, expect, it } from '@jest/globals';
import { rebuildProjections } from '../../src/rebuild-projections.ts';
import { readSettings, startService } from '../../src/service.ts';
import { withDatabase } from '../support/database.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { kurrentdbDouble } from '../support/kurrentdb/index.ts';
import { withLiveSocket } from '../support/live-socket.ts';
import { type Answer, clientOf } from '../support/service.ts';

const positionOf = ({ body }: Answer): string => (body as { position: string }).position;

const withDouble = async (
  use: (double: Awaited<ReturnType<typeof kurrentdbDouble>>, url: string) => Promise<void>,
): Promise<void> => {
  const double = await kurrentdbDouble();
  try {
    await withDatabase((database) => use(double, database.url));
  } finally {
    double.close();
  }
};

const settingsFor = (databaseUrl: string, kurrentdbUrl: string) => {
  const read = readSettings({
    DATABASE_URL: databaseUrl,
    WITNESS_PORT: '0',
    WITNESS_LOG_LEVEL: 'silent',
    WITNESS_LOG: 'kurrentdb',
    KURRENTDB_URL: kurrentdbUrl,
  });
  if (!read.ok) throw new Error('The settings are wrong.');
  return read.settings;
};

describe('a service whose log is in KurrentDB', () => {
  it('takes evidence, orders attempts, and reports and tells them live', () =>
    withDouble(async (double, databaseUrl) => {
      const service = await startService(settingsFor(databaseUrl, double.url));
      const { get, post } = clientOf(service.url);
      try {
        await withLiveSocket(service.url, async (live) => {
          await post('/v1/attempts', attemptBody(uuid(1), { session_id: 's' }));
          const sent = [evidence(uuid(1), 1), evidence(uuid(1), 2)];
          const first = await post('/v1/evidence', sent);
          expect(first).toMatchObject({ status: 200, body: { accepted: 2, duplicates: 0, rejected: [] } });
          expect((await post('/v1/evidence', sent)).body).toMatchObject({ accepted: 0, duplicates: 2 });
          const second = await post('/v1/attempts', attemptBody(uuid(2, 5), { session_id: 's' }));
          expect(second).toMatchObject({ status: 201, body: { ordinal: 2, superseded: uuid(1) } });
          const report = await get(`/v1/sessions/s/report?min_position=${positionOf(second)}`);
          expect(report).toMatchObject({
            status: 200,
            body: {
              current: { attachment_attempt_id: uuid(2, 5) },
              previous: [{ servers: [{ status: 'delivered' }] }],
            },
          });
          live.subscribe('s');
          await live.next('session.mcp_status_updated');
          const third = await post('/v1/evidence', [evidence(uuid(2, 5), 3)]);
          const told = await live.next(({ data }) => data.position === positionOf(third));
          expect(told.data).toMatchObject({ history: { current: { servers: [{ status: 'delivered' }] } } });
        });
        const feed = await get('/v1/feed?session_id=s&limit=100');
        expect((feed.body as { events: unknown[] }).events.length).toBeGreaterThanOrEqual(6);
        expect(await get('/v1/feed?after=18446744073709551616001')).toMatchObject({ status: 422 });
        expect(await get('/readyz')).toMatchObject({ status: 200 });
        double.faults.unavailable = true;
        expect(await get('/readyz')).toMatchObject({
          status: 503,
          body: { checks: { log: { status: 'down' } } },
        });
        double.faults.unavailable = false;
      } finally {
        await service.close();
      }
    }));

  it('has its reports again after they were built anew, and after a restart', () =>
    withDouble(async (double, databaseUrl) => {
      const settings = settingsFor(databaseUrl, double.url);
      const one = await startService(settings);
      await clientOf(one.url).post('/v1/attempts', attemptBody(uuid(1), { session_id: 's' }));
      const sent = await clientOf(one.url).post('/v1/evidence', [evidence(uuid(1), 1)]);
      const path = `/v1/sessions/s/report?min_position=${positionOf(sent)}`;
      const before = await clientOf(one.url).get(path);
      await one.close();
      expect(await rebuildProjections(settings)).toMatchObject({ outcome: 'rebuilt', events: 4 });
      const two = await startService(settings);
      try {
        expect((await clientOf(two.url).get(path)).body).toEqual(before.body);
      } finally {
        await two.close();
      }
    }));
});
