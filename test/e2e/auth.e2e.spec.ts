import { describe, expect, it } from '@jest/globals';
import { readSettings, startService } from '../../src/service.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { withService } from '../support/service.ts';

const adminKey = `wk_${'k'.repeat(40)}`;
const guarded = { environment: { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: adminKey } };
const bearer = (credential: string): Record<string, string> => ({ authorization: `Bearer ${credential}` });

const tokenOf = (answer: { readonly body: unknown }): string =>
  (answer.body as { readonly attempt_token: string }).attempt_token;

const noticeOf = async (environment: Readonly<Record<string, string>>): Promise<string | null> => {
  const read = readSettings({ WITNESS_PORT: '0', WITNESS_LOG_LEVEL: 'silent', ...environment });
  if (!read.ok) throw new Error('The settings of the test are wrong.');
  const service = await startService(read.settings);
  await service.close();
  return service.notice;
};

describe('access', () => {
  it('needs a credential that is known, and tells nobody which part was wrong', async () => {
    await withService(async ({ get, post }) => {
      for (const headers of [
        {},
        bearer(`wk_${'x'.repeat(40)}`),
        bearer('nonsense'),
        bearer(`wa_${'x'.repeat(43)}`),
      ]) {
        const answer = await post('/v1/attempts', attemptBody(uuid(1)), headers);
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
      const large = await post('/v1/evidence', 'x'.repeat(9 * 1024 * 1024)).catch(() => ({ status: 401 }));
      expect(large.status).toBe(401);
      expect((await get('/metrics')).status).toBe(401);
      expect((await get('/livez')).status).toBe(200);
      expect((await get('/readyz')).status).toBe(200);
      expect((await get('/openapi.json')).status).toBe(200);
    }, guarded);
  });

  it('is told of at the start, as long as no key is known', async () => {
    const keyless = { environment: { WITNESS_AUTH: 'required' } };
    await withService(async ({ service, database }) => {
      expect(service.notice).toContain('WITNESS_ADMIN_KEY=wk_$(openssl rand -hex 24)');
      const again = (environment: Readonly<Record<string, string>>): Promise<string | null> =>
        noticeOf({ DATABASE_URL: database.url, ...environment });
      expect(await again({ WITNESS_AUTH: 'none' })).toBeNull();
      expect(await again({ WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: adminKey })).toBeNull();
      expect(await again({ WITNESS_AUTH: 'required' })).toBeNull();
    }, keyless);
  });

  it('is given by the key of the settings, which is stored as its digest only', async () => {
    await withService(async ({ post, get, database }) => {
      expect((await post('/v1/attempts', attemptBody(uuid(1)), bearer(adminKey))).status).toBe(201);
      expect((await get('/metrics', bearer(adminKey))).status).toBe(200);
      const { rows } = await database.ownerPool.query<{ row: string }>(
        'select k::text as row from api_keys k',
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.row).not.toContain(adminKey);
    }, guarded);
  });

  it('ends when a key is revoked, and stays within its scopes', async () => {
    await withService(async ({ post, database }) => {
      await database.ownerPool.query(`update api_keys set scopes = '{reports:read}'`);
      const narrow = await post('/v1/attempts', attemptBody(uuid(1)), bearer(adminKey));
      expect(narrow).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      await database.ownerPool.query(`update api_keys set revoked_at = now()`);
      expect((await post('/v1/attempts', attemptBody(uuid(1)), bearer(adminKey))).status).toBe(401);
    }, guarded);
  });

  it('of an attempt token is for evidence of that attempt alone', async () => {
    await withService(async ({ post, get }) => {
      const token = tokenOf(await post('/v1/attempts', attemptBody(uuid(1)), bearer(adminKey)));
      await post('/v1/attempts', attemptBody(uuid(2), { session_id: 'other' }), bearer(adminKey));
      const answer = await post('/v1/evidence', [evidence(uuid(1), 3), evidence(uuid(2), 3)], bearer(token));
      expect(answer).toMatchObject({
        status: 200,
        body: { accepted: 1, rejected: [{ index: 1, code: 'forbidden_attempt' }] },
      });
      expect((await post('/v1/evidence', [evidence(uuid(2), 3)], bearer(token))).status).toBe(422);
      expect((await post('/v1/attempts', attemptBody(uuid(3)), bearer(token))).status).toBe(403);
      expect((await get('/metrics', bearer(token))).status).toBe(403);
    }, guarded);
  });

  it('of an attempt token lasts until it is renewed or the execution ends, through a supersession', async () => {
    await withService(async ({ post }) => {
      const first = tokenOf(await post('/v1/attempts', attemptBody(uuid(1)), bearer(adminKey)));
      const second = tokenOf(await post('/v1/attempts', attemptBody(uuid(1)), bearer(adminKey)));
      expect((await post('/v1/evidence', [evidence(uuid(1), 3)], bearer(first))).status).toBe(401);
      expect((await post('/v1/evidence', [evidence(uuid(1), 3)], bearer(second))).status).toBe(200);
      await post('/v1/attempts', attemptBody(uuid(2)), bearer(adminKey));
      expect((await post('/v1/evidence', [evidence(uuid(1), 4)], bearer(second))).status).toBe(200);
      const end = evidence(uuid(1), 5, {
        type: 'execution-ended',
        data: { reason_code: 'exited', exit_code: 0 },
      });
      expect((await post('/v1/evidence', [end], bearer(second))).status).toBe(200);
      expect((await post('/v1/evidence', [evidence(uuid(1), 6)], bearer(second))).status).toBe(401);
    }, guarded);
  });

  it('needs no credential on loopback, where an attempt token still narrows its bearer', async () => {
    await withService(async ({ post }) => {
      const token = tokenOf(await post('/v1/attempts', attemptBody(uuid(1))));
      await post('/v1/attempts', attemptBody(uuid(2), { session_id: 'other' }));
      const answer = await post('/v1/evidence', [evidence(uuid(2), 3)], bearer(token));
      expect(answer).toMatchObject({ status: 422, body: { rejected: [{ code: 'forbidden_attempt' }] } });
      expect((await post('/v1/evidence', [evidence(uuid(2), 3)], bearer('some-other-key'))).status).toBe(200);
    });
  });
});
