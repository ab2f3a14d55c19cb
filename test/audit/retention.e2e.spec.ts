import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { type OpenEventLog } from '@mcp-witness/event-log';
import { readSettings, startService } from '../../src/service.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const open = ({ post }: TestService, session: string, n: number): Promise<unknown> =>
  post('/v1/attempts', attemptBody(uuid(n, n), { session_id: session }));

/** Everything that was sent is in the read models. */
const settled = async (service: TestService, session: string): Promise<void> => {
  const { rows } = await service.database.ownerPool.query<{ position: string }>(
    'select position from es_head',
  );
  await service.get(`/v1/sessions/${session}/report?min_position=${rows[0]?.position}`);
};

/** Another process's worth of service, which looks after what is past its time when it starts. */
const withSecond = async (
  { database }: TestService,
  environment: Record<string, string>,
  use: () => Promise<void>,
): Promise<void> => {
  const read = readSettings({
    DATABASE_URL: database.url,
    WITNESS_PORT: '0',
    WITNESS_LOG_LEVEL: 'silent',
    ...environment,
  });
  if (!read.ok) throw new Error('The settings of the second service are wrong.');
  const service = await startService(read.settings);
  try {
    await use();
  } finally {
    await service.close();
  }
};

const until = async (look: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error('What was waited for did not happen in a minute.');
    await pause(100);
  }
};

/** The session was last seen that many days ago. */
const age = async ({ database }: TestService, position: number, days: number): Promise<void> => {
  await database.ownerPool.query(
    `update session_keys set touched_at = now() - $2 * interval '1 day'
     where session = (select stream from es_events where position = $1)`,
    [position, days],
  );
};

const count = async ({ database }: TestService, sql: string): Promise<number> =>
  (await database.ownerPool.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? -1;

describe('retention', () => {
  it('removes the reports of sessions that were not seen for longer, and answers 410 for their attempts', () =>
    withService(async (service) => {
      await open(service, 'session-1', 1);
      await open(service, 'session-2', 2);
      await settled(service, 'session-2');
      await age(service, 1, 40);
      await service.database.ownerPool.query(
        `update session_keys set touched_at = now() - interval '20 days' where touched_at > now() - interval '1 day'`,
      );
      await withSecond(service, {}, async () => {
        await until(async () => (await count(service, 'session_status')) === 1);
        expect((await service.get('/v1/sessions/session-1/report')).status).toBe(404);
        expect((await service.get('/v1/sessions/session-2/report')).status).toBe(200);
        expect(await count(service, 'session_keys where destroyed_at is not null')).toBe(0);
      });
    }));

  it('erases the payloads of the log where it is to be kept for so long only', () =>
    withService(async (service) => {
      await open(service, 'session-1', 1);
      await open(service, 'session-2', 2);
      await settled(service, 'session-2');
      await age(service, 1, 40);
      await withSecond(service, { WITNESS_LOG_RETENTION_DAYS: '35' }, async () => {
        await until(async () => (await count(service, 'erasures where completed_at is not null')) === 1);
        expect(await service.get(`/v1/attempts/${uuid(1, 1)}`)).toMatchObject({ status: 410 });
        expect(await service.get(`/v1/attempts/${uuid(2, 2)}`)).toMatchObject({ status: 200 });
        expect((await service.get('/v1/audit/verify')).body).toMatchObject({ ok: true, erased: 3 });
      });
    }));

  it('keeps the current attempt and the ones before it of a session that is alive, however old they are', () =>
    withService(async (service) => {
      for (let n = 1; n <= 6; n += 1) await open(service, 'session-1', n);
      await settled(service, 'session-1');
      await service.database.ownerPool.query(
        `update attempt_report set state = regexp_replace(state, '"updated_at":"[^"]+"', '"updated_at":"2020-01-01T00:00:00.000000Z"')`,
      );
      await withSecond(service, {}, async () => {
        await until(async () => (await count(service, 'attempt_report')) === 4);
        expect((await service.get('/v1/sessions/session-1/report')).body).toMatchObject({
          current: { attachment_attempt_id: uuid(6, 6) },
          previous: [{ attachment_attempt_id: uuid(5, 5) }, { attachment_attempt_id: uuid(4, 4) }],
        });
      });
    }));

  it('is that of the tenant where it has its own', () => {
    const key = `wk_${'k'.repeat(40)}`;
    const environment = { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: key };
    return withService(
      async (service) => {
        const { post, get, database, url } = service;
        const bearer = (secret: string): Record<string, string> => ({ authorization: `Bearer ${secret}` });
        await post('/v1/admin/tenants', { tenant_id: 'acme', name: 'Acme' }, bearer(key));
        const asked = { name: 'theirs', scopes: ['admin', 'evidence:write', 'reports:read'] };
        const made = await post('/v1/admin/keys', { ...asked, tenant_id: 'acme' }, bearer(key));
        const both = [bearer(key), bearer((made.body as { readonly key: string }).key)] as const;
        const reports = async (): Promise<readonly number[]> =>
          Promise.all(both.map(async (one) => (await get('/v1/sessions/session-1/report', one)).status));
        for (const one of both) {
          const { body } = await post('/v1/attempts', attemptBody(uuid(1)), one);
          const { position } = body as { readonly position: string };
          await get(`/v1/sessions/session-1/report?min_position=${position}`, one);
        }
        expect(await reports()).toEqual([200, 200]);
        const set = await fetch(`${url}/v1/admin/retention`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json', ...both[1] },
          body: JSON.stringify({ read_model_days: 7 }),
        });
        expect(set.status).toBe(200);
        await database.ownerPool.query(`update session_keys set touched_at = now() - interval '20 days'`);
        await withSecond(service, environment, async () => {
          await until(async () => (await count(service, 'session_status')) === 1);
          expect(await reports()).toEqual([200, 404]);
        });
      },
      { environment },
    );
  });

  it('is set for a tenant by whoever may, within bounds', () =>
    withService(async ({ url, get }) => {
      const put = async (body: unknown) => {
        const response = await fetch(`${url}/v1/admin/retention`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as unknown };
      };
      const before = { read_model_days: 30, log_days: null };
      expect((await get('/v1/admin/retention')).body).toMatchObject(before);
      for (const bad of [{ log_days: 0 }, { read_model_days: 1.5 }, { log_days: '7' }, { log_days: 1e9 }])
        expect((await put(bad)).status).toBe(422);
      expect(await put({ read_model_days: 7 })).toMatchObject({
        status: 200,
        body: { read_model_days: 7, log_days: null, own: { read_model_days: 7, log_days: null } },
      });
      expect((await put({})).body).toMatchObject({ ...before, own: { read_model_days: null } });
    }));
});

describe('an erasure that was interrupted', () => {
  it.each(['session-erased', 'attempt-erased'])('before it said %s is completed by the next start', (type) =>
    withService(
      async (service) => {
        await open(service, 'session-1', 1);
        await open(service, 'session-1', 2);
        await settled(service, 'session-1');
        const response = await fetch(`${service.url}/v1/admin/sessions/session-1`, { method: 'DELETE' });
        expect([response.status, await response.json()]).toMatchObject([202, { completed_at: null }]);
        await withSecond(service, {}, async () => {
          await until(async () => (await count(service, 'erasures where completed_at is not null')) === 1);
        });
        expect((await service.get('/v1/sessions/session-1/report')).status).toBe(404);
        expect(await count(service, `es_events where type = '${type}'`)).toBe(
          type === 'session-erased' ? 1 : 2,
        );
        expect(await count(service, 'session_keys where secret is not null')).toBe(0);
      },
      {
        throughLog: (log): OpenEventLog => ({
          ...log,
          append: (append) =>
            append.events[0]?.type === type
              ? Promise.reject(new Error('The process ended here.'))
              : log.append(append),
        }),
      },
    ),
  );
});
