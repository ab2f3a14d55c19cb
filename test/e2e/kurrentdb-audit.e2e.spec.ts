import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyExport } from '../../src/audit/export/verify-export.ts';
import { type RunningService, readSettings, startService } from '../../src/service.ts';
import { sessionStream } from '../../src/log/streams.ts';
import { withDatabase } from '../support/database.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { kurrentdbDouble } from '../support/kurrentdb/index.ts';
import { clientOf } from '../support/service.ts';

jest.setTimeout(180_000);

const start = (DATABASE_URL: string, KURRENTDB_URL: string, days?: string): Promise<RunningService> => {
  const read = readSettings({
    DATABASE_URL,
    KURRENTDB_URL,
    WITNESS_LOG: 'kurrentdb',
    WITNESS_PORT: '0',
    WITNESS_LOG_LEVEL: 'silent',
    ...(days !== undefined && { WITNESS_LOG_RETENTION_DAYS: days }),
  });
  if (!read.ok) throw new Error('The settings are wrong.');
  return startService(read.settings);
};

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to that within a minute.');
    await pause(100);
  }
};

const exported = async (url: string): Promise<Awaited<ReturnType<typeof verifyExport>>> => {
  const { body } = await fetch(`${url}/v1/audit/export`);
  if (body === null) throw new Error('Nothing was exported.');
  return verifyExport(body);
};

describe('a log in KurrentDB', () => {
  it('verifies and is exported with sessions that were erased and others whose retention has ended', async () => {
    const double = await kurrentdbDouble();
    try {
      await withDatabase(async ({ url: databaseUrl, ownerPool }) => {
        const first = await start(databaseUrl, double.url);
        const { get, post } = clientOf(first.url);
        try {
          let position = '';
          for (const n of [1, 2, 3]) {
            await post('/v1/attempts', attemptBody(uuid(n, n), { session_id: `session-${n}` }));
            const { body } = await post('/v1/evidence', [evidence(uuid(n, n), n * 10)]);
            ({ position } = body as { position: string });
            await get(`/v1/sessions/session-${n}/report?min_position=${position}`);
          }
          const whole = await get('/v1/audit/verify');
          expect(whole.body).toMatchObject({ ok: true, checked: 12, erased: 0, next_after: null });
          expect(await exported(first.url)).toMatchObject({ ok: true, events: 12, erased: 0, faults: [] });
          const erased = await fetch(`${first.url}/v1/admin/sessions/session-1`, { method: 'DELETE' });
          expect(await erased.json()).toMatchObject({ completed_at: expect.any(String) });
          expect((await get(`/v1/attempts/${uuid(1, 1)}`)).status).toBe(410);
          const then = await get(`/v1/audit/sessions/session-2/report?at_position=${position}`);
          expect(then).toMatchObject({ status: 200, body: { session_id: 'session-2' } });
        } finally {
          await first.close();
        }
        await ownerPool.query(
          `update session_keys set touched_at = now() - interval '40 days' where session = $1`,
          [sessionStream('session-2')],
        );
        const second = await start(databaseUrl, double.url, '35');
        try {
          const client = clientOf(second.url);
          await until(async () => (await client.get(`/v1/attempts/${uuid(2, 2)}`)).status === 410);
          expect((await client.get('/v1/sessions/session-3/report')).status).toBe(200);
          expect((await client.get('/v1/audit/verify')).body).toMatchObject({ ok: true, erased: 8 });
          expect(await exported(second.url)).toMatchObject({ ok: true, erased: 8, faults: [] });
        } finally {
          await second.close();
        }
      });
    } finally {
      double.close();
    }
  });
});
