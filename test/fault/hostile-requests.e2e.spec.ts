import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { routes as ofControllers } from '../access/routes.ts';
import { withDatabase } from '../support/database.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { audience, consoleClient, withIssuer } from '../support/oidc.ts';
import { clientOf } from '../support/service.ts';
import { extent } from './extent.ts';
import { type AsyncApi, type Conversation, conversationsOf } from './hostile/conversations.ts';
import { converse, type Conversed } from './hostile/converse.ts';
import { type HostileRequest, type OpenApi, requestsOf } from './hostile/requests.ts';
import { type Reply, send } from './hostile/send.ts';
import { canary } from './hostile/values.ts';
import { type MeasuredService, withMeasuredService } from './hostile/with-measured-service.ts';

jest.setTimeout(extent(300_000, 1_800_000));

const adminKey = `wk_${'k'.repeat(40)}`;
const admin = { authorization: `Bearer ${adminKey}` };
const requests = extent(2_000, 50_000);
const conversations = extent(200, 4_000);
const pages = 10;
const atOnce = 16;
const mebibyte = 1024 * 1024;
/** What may be in use beyond what was after one of the first pages, with as much cached as there ever is. */
const slack = {
  heapUsed: 16 * mebibyte,
  external: 12 * mebibyte,
  arrayBuffers: 8 * mebibyte,
  // What the system lends is given back late.
  rss: 96 * mebibyte,
} as const;
const kinds = ['heapUsed', 'external', 'arrayBuffers', 'rss'] as const;
const firstPages = 3;
const patience = 30_000;

const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;

/** Beside what controllers have: the documents, and the page or what is said where it was not built. */
const others = ['GET /openapi.json', 'GET /asyncapi.json', 'GET /'];

/** Answers with data hold what was stored; a refusal holds nothing of what was sent. */
const faultOf = (request: HostileRequest, { status, text }: Reply): string | null => {
  if (status === null) return request.cutAt === null ? 'no answer' : null;
  if (status >= 500) return `status ${status}`;
  return status >= 400 && text.toLowerCase().includes(canary) ? 'repeats its input' : null;
};

/** An error names the session that a client asked for, as it may ask for several; nothing else of a frame comes back. */
const repeats = (text: string): boolean => {
  const { event, data } = JSON.parse(text) as { readonly event: string; readonly data: object };
  return event === 'error' && JSON.stringify({ ...data, session_id: null }).includes(canary);
};

const faultOfSocket = (_: Conversation, { status, refusal, texts, left }: Conversed): string | null => {
  if (left) return 'keeps a connection whose client has gone';
  if (status !== null && status >= 500) return `status ${status}`;
  return refusal.toLowerCase().includes(canary) || texts.some(repeats) ? 'repeats its input' : null;
};

/** As many of each, and all of them at least once; by turns, as many of one at a time are refused where they cost much. */
const sampleOf = <Value>(
  all: Readonly<Record<string, fc.Arbitrary<Value>>>,
  count: number,
  seed: number,
): readonly Value[] => {
  const each = Math.ceil(count / Object.keys(all).length);
  const samples = Object.values(all).map((one, at) => fc.sample(one, { numRuns: each, seed: seed + at }));
  return Array.from({ length: each }, (_, turn) => samples.map((sample) => sample[turn]!)).flat();
};

const allAtOnce = async <Value>(
  values: readonly Value[],
  act: (value: Value) => Promise<void>,
): Promise<void> => {
  const waiting = [...values];
  const work = async (): Promise<void> => {
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) await act(value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

/** What there is too much of, with its bytes, once connections that end had time to: a growth stays. */
const growthOf = async (
  memory: MeasuredService['memory'],
  before: readonly NodeJS.MemoryUsage[],
): Promise<readonly unknown[]> => {
  const least = (kind: (typeof kinds)[number]): number => Math.min(...before.map((one) => one[kind]));
  for (const deadline = Date.now() + patience; ;) {
    const now = await memory();
    const grown = kinds.filter((kind) => now[kind] > least(kind) + slack[kind]);
    if (grown.length === 0 || Date.now() > deadline)
      return grown.map((kind) => [kind, least(kind), now[kind]]);
    await pause(250);
  }
};

const withService = (use: (service: MeasuredService) => Promise<void>): Promise<void> =>
  withIssuer((issuer) =>
    withDatabase((database) =>
      withMeasuredService(
        {
          DATABASE_URL: database.url,
          OIDC_ISSUER: issuer.url,
          OIDC_AUDIENCE: audience,
          OIDC_CLIENT_ID: consoleClient,
          WITNESS_AUTH: 'required',
          WITNESS_ADMIN_KEY: adminKey,
          WITNESS_RATE_LIMIT: '1000000',
        },
        use,
      ),
    ),
  );

describe('every route and socket, asked as nobody should', () => {
  it('answers without a fault of ours, repeats nothing, and keeps nothing in memory', () =>
    withService(async ({ url, routes, memory }) => {
      const { get, post } = clientOf(url);
      expect(routes).toEqual(expect.arrayContaining([...Object.keys(ofControllers), ...others]));
      await post('/v1/attempts', attemptBody(uuid(1)), admin);
      const asked = routes.filter((route) => !route.startsWith('HEAD '));
      const all = requestsOf((await get('/openapi.json')).body as OpenApi, asked, adminKey);
      const sockets = conversationsOf((await get('/asyncapi.json')).body as AsyncApi, adminKey);
      expect(Object.keys(sockets).sort()).toEqual(['/v1/executor', '/v1/live']);
      const faults: unknown[] = [];
      const statuses = new Set<number | null>();
      const held: NodeJS.MemoryUsage[] = [];
      for (let page = 0; page < pages && faults.length === 0; page += 1) {
        await allAtOnce(sampleOf(all, requests / pages, seed + 1_000 * page), async (request) => {
          const reply = await send(url, request);
          statuses.add(reply.status);
          const fault = faultOf(request, reply);
          if (fault !== null) faults.push({ fault, seed, request, answer: reply.text.slice(0, 2_000) });
        });
        await allAtOnce(
          sampleOf(sockets, conversations / pages, seed + 1_000 * page),
          async (conversation) => {
            const conversed = await converse(url, conversation);
            statuses.add(conversed.status);
            const fault = faultOfSocket(conversation, conversed);
            if (fault !== null) faults.push({ fault, seed, conversation, conversed });
          },
        );
        held.push(await memory());
      }
      expect(faults.slice(0, 5)).toEqual([]);
      expect(await growthOf(memory, held.slice(0, firstPages))).toEqual([]);
      for (const status of [101, 200, 302, 400, 401, 404, 405, 415, 422])
        expect([status, statuses.has(status)]).toEqual([status, true]);
      expect((await get('/readyz')).status).toBe(200);
      expect((await get('/v1/sessions', admin)).status).toBe(200);
    }));
});
