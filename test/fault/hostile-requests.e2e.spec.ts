import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { withDatabase } from '../support/database.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { extent } from './extent.ts';
import { type HostileRequest, type OpenApi, requestsOf } from './hostile/requests.ts';
import { type Reply, send } from './hostile/send.ts';
import { canary } from './hostile/values.ts';
import { withMeasuredService } from './hostile/with-measured-service.ts';

jest.setTimeout(extent(300_000, 1_800_000));

const adminKey = `wk_${'k'.repeat(40)}`;
const requests = extent(2_000, 50_000);
const atOnce = 16;
/** What a heap may differ by between two collections, with as much cached as there ever is. */
const slackBytes = 16 * 1024 * 1024;

const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;

/** Answers with data hold what was stored; a refusal holds nothing of what was sent. */
const faultOf = (request: HostileRequest, { status, text }: Reply): string | null => {
  if (status === null) return request.cutAt === null ? 'no answer' : null;
  if (status >= 500) return `status ${status}`;
  return status >= 400 && text.toLowerCase().includes(canary) ? 'repeats its input' : null;
};

describe('every route, asked as nobody should', () => {
  it('answers without a fault of ours, repeats nothing, and keeps nothing in memory', () =>
    withDatabase((database) =>
      withMeasuredService(
        {
          DATABASE_URL: database.url,
          WITNESS_AUTH: 'required',
          WITNESS_ADMIN_KEY: adminKey,
          WITNESS_RATE_LIMIT: '1000000',
        },
        async ({ url, heap }) => {
          const { get, post } = clientOf(url);
          const admin = { authorization: `Bearer ${adminKey}` };
          await post('/v1/attempts', attemptBody(uuid(1)), admin);
          const document = (await get('/openapi.json')).body as OpenApi;
          const all = requestsOf(document, adminKey);
          const faults: unknown[] = [];
          const statuses = new Map<number | null, number>();
          const heaps: number[] = [];
          for (let sent = 0; sent < requests && faults.length === 0;) {
            const page = fc.sample(all, { numRuns: requests / 10, seed: seed + sent });
            const waiting = [...page];
            const work = async (): Promise<void> => {
              for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
                const reply = await send(url, request);
                statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
                const fault = faultOf(request, reply);
                if (fault !== null) faults.push({ fault, seed, request, answer: reply.text.slice(0, 2_000) });
              }
            };
            await Promise.all(Array.from({ length: atOnce }, work));
            sent += page.length;
            heaps.push(await heap());
          }
          expect(faults.slice(0, 5)).toEqual([]);
          const [early = 0] = heaps;
          expect(heaps.at(-1)).toBeLessThan(early + slackBytes);
          for (const status of [200, 400, 401, 404, 405, 415, 422]) expect(statuses.has(status)).toBe(true);
          expect((await get('/readyz')).status).toBe(200);
          expect((await get('/v1/sessions', admin)).status).toBe(200);
        },
      ),
    ));
});
