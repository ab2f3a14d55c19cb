import { describe, expect, it } from '@jest/globals';
import { startService, readSettings, type RunningService } from '../../src/service.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { clientOf, type TestService, withService } from '../support/service.ts';

const adminKey = `wk_${'k'.repeat(40)}`;
const environment = { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: adminKey };
const bearer = (credential: string): Record<string, string> => ({ authorization: `Bearer ${credential}` });
const admin = bearer(adminKey);

interface Made {
  readonly key_id: string;
  readonly key: string;
  readonly scopes: readonly string[];
}

const make = async ({ post }: Pick<TestService, 'post'>, body: object): Promise<Made> => {
  const answer = await post('/v1/admin/keys', { name: 'ci', scopes: ['reports:read'], ...body }, admin);
  expect(answer.status).toBe(201);
  return answer.body as Made;
};

interface Call {
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

const send = (url: string, call: string, { headers = admin, body }: Call = {}): Promise<Response> => {
  const [method = '', path = ''] = call.split(' ');
  return fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};

/** A second process of the same database. */
const withSecond = async (url: string, use: (second: RunningService) => Promise<void>): Promise<void> => {
  const read = readSettings({
    DATABASE_URL: url,
    WITNESS_PORT: '0',
    WITNESS_LOG_LEVEL: 'silent',
    WITNESS_AUTH: 'required',
  });
  if (!read.ok) throw new Error('The settings of the test are wrong.');
  const second = await startService(read.settings);
  try {
    await use(second);
  } finally {
    await second.close();
  }
};

describe('API keys', () => {
  it('are shown once, listed without their secret, and end at once in every process', () =>
    withService(
      async (service) => {
        const { url, get, database } = service;
        const made = await make(service, { name: 'für Ada', rate_limit: 1_000 });
        expect(made.key).toMatch(/^wk_[\w-]{43}$/);
        const list = await get('/v1/admin/keys', admin);
        expect(list.body).toMatchObject({
          keys: expect.arrayContaining([
            expect.objectContaining({
              key_id: made.key_id,
              name: 'für Ada',
              rate_limit: 1_000,
              revoked_at: null,
            }),
          ]),
        });
        expect(JSON.stringify(list.body)).not.toContain(made.key);
        const { rows } = await database.ownerPool.query<{ row: string }>(
          'select k::text as row from api_keys k',
        );
        expect(JSON.stringify(rows)).not.toContain(made.key);
        await withSecond(database.url, async (second) => {
          const elsewhere = clientOf(second.url);
          expect((await elsewhere.get('/v1/sessions', bearer(made.key))).status).toBe(200);
          expect((await send(url, `DELETE /v1/admin/keys/${made.key_id}`)).status).toBe(200);
          expect((await elsewhere.get('/v1/sessions', bearer(made.key))).status).toBe(401);
          expect((await get('/v1/sessions', bearer(made.key))).status).toBe(401);
        });
        expect((await send(url, `DELETE /v1/admin/keys/${made.key_id}`)).status).toBe(200);
        expect((await send(url, 'DELETE /v1/admin/keys/none')).status).toBe(404);
        const rotate = await send(url, `POST /v1/admin/keys/${made.key_id}/rotate`, { body: {} });
        expect(rotate.status).toBe(404);
      },
      { environment },
    ));

  it('keep their former secret for the overlap, and only the last one', () =>
    withService(
      async (service) => {
        const { url, get, database } = service;
        const first = await make(service, {});
        const works = async (key: string): Promise<boolean> =>
          (await get('/v1/sessions', bearer(key))).status === 200;
        const rotate = async (overlap_seconds: number): Promise<Made> =>
          (await (
            await send(url, `POST /v1/admin/keys/${first.key_id}/rotate`, { body: { overlap_seconds } })
          ).json()) as Made;
        const second = await rotate(3_600);
        expect(second).toMatchObject({ key_id: first.key_id, previous_until: expect.any(String) });
        expect([await works(first.key), await works(second.key)]).toEqual([true, true]);
        const third = await rotate(3_600);
        expect([await works(first.key), await works(second.key), await works(third.key)]).toEqual([
          false,
          true,
          true,
        ]);
        await database.ownerPool.query(`update api_keys set previous_until = now() where key_id = $1`, [
          first.key_id,
        ]);
        expect(await works(second.key)).toBe(false);
        const fourth = await rotate(0);
        expect([await works(third.key), await works(fourth.key)]).toEqual([false, true]);
      },
      { environment },
    ));

  it('expire, and are refused with what is wrong with them', () =>
    withService(
      async (service) => {
        const { get, post, database } = service;
        const made = await make(service, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
        expect((await get('/v1/sessions', bearer(made.key))).status).toBe(200);
        await database.ownerPool.query(`update api_keys set expires_at = now() where key_id = $1`, [
          made.key_id,
        ]);
        expect((await get('/v1/sessions', bearer(made.key))).status).toBe(401);
        for (const [body, pointer] of [
          [{ name: '', scopes: ['admin'] }, '/name'],
          [{ name: 'a\u0000b', scopes: ['admin'] }, '/name'],
          [{ name: 'a', scopes: [] }, '/scopes'],
          [{ name: 'a', scopes: ['everything'] }, '/scopes'],
          [{ name: 'a', scopes: ['admin'], expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
          [{ name: 'a', scopes: ['admin'], expires_at: 'tomorrow' }, '/expires_at'],
          [{ name: 'a', scopes: ['admin'], expires_at: '2030-02-30T25:00:00Z' }, '/expires_at'],
          [{ name: 'a', scopes: ['admin'], rate_limit: 0 }, '/rate_limit'],
        ] as const) {
          const answer = await post('/v1/admin/keys', body, admin);
          expect(answer).toMatchObject({
            status: 422,
            body: { errors: expect.arrayContaining([expect.objectContaining({ pointer })]) },
          });
        }
        expect(
          (await post('/v1/admin/keys', { name: 'a', scopes: ['admin'], tenant_id: 'none' }, admin)).status,
        ).toBe(404);
      },
      { environment },
    ));

  it('say when they were used last, once the process has written it down', () =>
    withService(
      async (service) => {
        const made = await make(service, {});
        await withSecond(service.database.url, async (second) => {
          await clientOf(second.url).get('/v1/sessions', bearer(made.key));
        });
        const { rows } = await service.database.ownerPool.query<{ used: boolean }>(
          'select last_used_at is not null as used from api_keys where key_id = $1',
          [made.key_id],
        );
        expect(rows).toEqual([{ used: true }]);
      },
      { environment },
    ));

  it('are kept apart by tenant, and those of `default` look after all', () =>
    withService(
      async (service) => {
        const { url, get, post } = service;
        expect((await post('/v1/admin/tenants', { tenant_id: 'acme', name: 'Acme' }, admin)).status).toBe(
          201,
        );
        expect((await post('/v1/admin/tenants', { tenant_id: 'acme', name: 'Again' }, admin)).status).toBe(
          409,
        );
        const theirs = await make(service, {
          tenant_id: 'acme',
          scopes: ['admin', 'evidence:write', 'reports:read'],
        });
        const asThem = bearer(theirs.key);
        expect((await post('/v1/attempts', attemptBody(uuid(1)), asThem)).status).toBe(201);
        expect((await get(`/v1/attempts/${uuid(1)}`, asThem)).status).toBe(200);
        expect((await get(`/v1/attempts/${uuid(1)}`, admin)).status).toBe(404);
        const list = await get('/v1/admin/keys', asThem);
        expect((list.body as { keys: unknown[] }).keys).toHaveLength(1);
        expect((await send(url, 'DELETE /v1/admin/keys/settings', { headers: asThem })).status).toBe(404);
        expect(
          (await send(url, 'DELETE /v1/admin/keys/settings?tenant_id=default', { headers: asThem })).status,
        ).toBe(404);
        const close = (closed: boolean) => send(url, 'PATCH /v1/admin/tenants/acme', { body: { closed } });
        expect((await close(true)).status).toBe(200);
        expect((await get('/v1/admin/keys', asThem)).status).toBe(401);
        expect((await close(false)).status).toBe(200);
        expect((await get('/v1/admin/keys', asThem)).status).toBe(200);
        expect((await send(url, 'PATCH /v1/admin/tenants/default', { body: { closed: true } })).status).toBe(
          409,
        );
        expect((await send(url, 'PATCH /v1/admin/tenants/none', { body: {} })).status).toBe(404);
      },
      { environment },
    ));

  it('have a rate each, and whoever guesses is stopped without stopping who knows', () =>
    withService(
      async (service) => {
        const { get } = service;
        const slow = await make(service, { rate_limit: 3 });
        const statuses: number[] = [];
        for (let n = 0; n < 5; n += 1) statuses.push((await get('/v1/sessions', bearer(slow.key))).status);
        expect(statuses).toEqual([200, 200, 200, 429, 429]);
        const refused = await get('/v1/sessions', bearer(slow.key));
        expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' });
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        const guesses: number[] = [];
        for (let n = 0; n < 70; n += 1)
          guesses.push((await get('/v1/sessions', bearer(`wk_${String(n).padStart(40, 'x')}`))).status);
        expect(guesses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 401));
        expect(guesses).toContain(429);
        expect((await get('/v1/sessions', admin)).status).toBe(200);
        expect((await get('/v1/sessions')).status).toBe(401);
      },
      { environment },
    ));
});

describe('a service that asks nobody', () => {
  it('has no rates', () =>
    withService(
      async ({ get }) => {
        const statuses = new Set<number>();
        for (let n = 0; n < 20; n += 1) statuses.add((await get('/v1/sessions')).status);
        expect([...statuses]).toEqual([200]);
      },
      { environment: { WITNESS_RATE_LIMIT: '1' } },
    ));
});

describe('the access log', () => {
  it('tells who changed which key, and never a key itself', () =>
    withService(
      async (service) => {
        const made = await make(service, {});
        await send(service.url, `DELETE /v1/admin/keys/${made.key_id}`);
        expect((await send(service.url, `DELETE /v1/admin/keys/${made.key}`)).status).toBe(404);
        const { body } = await service.get('/v1/admin/access-log', admin);
        const caller = expect.stringMatching(/^key:/);
        expect(body).toMatchObject({
          entries: [
            { action: 'key.revoke', object: made.key_id, caller },
            { action: 'key.create', object: made.key_id, caller },
          ],
        });
        expect(JSON.stringify(body)).not.toContain(made.key);
      },
      { environment },
    ));
});
