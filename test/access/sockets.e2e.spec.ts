import { describe, expect, it } from '@jest/globals';
import { uuid } from '../support/evidence.ts';
import { withExecutorSocket } from '../support/executor-socket.ts';
import { withLiveSocket } from '../support/live-socket.ts';
import { withService } from '../support/service.ts';

const adminKey = `wk_${'k'.repeat(40)}`;
const rateLimit = 20;
const guarded = {
  environment: {
    WITNESS_AUTH: 'required',
    WITNESS_ADMIN_KEY: adminKey,
    WITNESS_RATE_LIMIT: String(rateLimit),
  },
};
const bearer = (credential: string): Record<string, string> => ({ authorization: `Bearer ${credential}` });

describe('an open socket', () => {
  it.each([
    ['is revoked', 'revoked_at = now()'],
    ['expires', 'expires_at = now()'],
    ['may do less', `scopes = '{audit:read}'`],
  ])('is closed with 4401 when its key %s, and one of another key is not', (_, change) =>
    withService(async ({ url, post, database }) => {
      const body = { name: 'other', scopes: ['reports:read', 'evidence:write'] };
      const made = (await post('/v1/admin/keys', body, bearer(adminKey))).body as { key: string };
      const [own, other] = [bearer(adminKey), bearer(made.key)];
      await withLiveSocket(
        url,
        (kept) =>
          withLiveSocket(
            url,
            (live) =>
              withExecutorSocket(
                url,
                async (executor) => {
                  await database.ownerPool.query(`update api_keys set ${change} where key_id = 'settings'`);
                  expect(await Promise.all([live.closed(), executor.closed()])).toEqual([4401, 4401]);
                  expect(kept.socket.readyState).toBe(kept.socket.OPEN);
                },
                own,
              ),
            { headers: own },
          ),
        { headers: other },
      );
    }, guarded),
  );

  it('of an executor renews as often as it likes: that counts as no request', () =>
    withService(async ({ url, get }) => {
      await withExecutorSocket(
        url,
        async (executor) => {
          for (let n = 0; n < 3 * rateLimit; n += 1)
            expect(await executor.hold('one', [uuid(1)])).toMatchObject({ lost: [] });
          expect((await get('/v1/sessions', bearer(adminKey))).status).toBe(200);
        },
        bearer(adminKey),
      );
    }, guarded));
});
