import { describe, expect, it } from '@jest/globals';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type Answer, type TestService, withService } from '../support/service.ts';

interface Batch {
  readonly events: readonly { readonly event_id: string; readonly global_position: string }[];
  readonly position: string | null;
  readonly at_end: boolean;
}

const ask = async (
  { url }: Pick<TestService, 'url'>,
  method: 'PUT' | 'DELETE',
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers: { ...type, ...headers }, ...sent });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
};

const at = '/v1/subscriptions/invoices';

const next = async ({ get }: Pick<TestService, 'get'>, query = '', name = at): Promise<Batch> => {
  const answer = await get(`${name}/events${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Batch;
};

const idsOf = ({ events }: Batch): readonly string[] => events.map(({ event_id }) => event_id);

const tell = async ({ post }: TestService, from: number, to: number): Promise<void> => {
  const events = Array.from({ length: to - from + 1 }, (_, n) => evidence(uuid(1), from + n));
  expect((await post('/v1/evidence', events)).body).toMatchObject({ rejected: [] });
};

const delivered = { filter: { type: ['server-delivered'] } };

describe('a durable subscription', () => {
  it('gives its events until they are acknowledged, and then the next ones', async () => {
    await withService(async (service) => {
      const { post, get } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      await tell(service, 3, 12);
      const made = await ask(service, 'PUT', at, { body: delivered });
      expect(made).toMatchObject({
        status: 201,
        body: { name: 'invoices', ...delivered, acknowledged: '0', delivered: '0' },
      });
      expect((await get(at)).body).toMatchObject({ lag: 10, lag_complete: true });
      const first = await next(service, '?limit=4');
      expect(idsOf(first)).toEqual([3, 4, 5, 6].map((n) => uuid(n, 1)));
      expect(await next(service, '?limit=4')).toEqual(first);
      const done = await post(`${at}/ack`, { position: first.events[1]?.global_position });
      expect(done).toMatchObject({
        status: 200,
        body: { acknowledged: first.events[1]?.global_position, delivered: first.position },
      });
      expect(idsOf(await next(service, '?limit=3'))).toEqual([5, 6, 7].map((n) => uuid(n, 1)));
      expect((await get(at)).body).toMatchObject({ lag: 8, lag_complete: true });
      const rest = await next(service);
      await post(`${at}/ack`, { position: rest.position });
      expect(await next(service)).toEqual({ events: [], position: null, at_end: true });
      expect((await get(at)).body).toMatchObject({ lag: 0, lag_complete: true });
    });
  });

  it('refuses an acknowledgement that goes back or beyond what was given out, and takes the same one twice', async () => {
    await withService(async (service) => {
      const { post } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      await tell(service, 3, 12);
      await ask(service, 'PUT', at, { body: delivered });
      const ack = (position: unknown): Promise<Answer> => post(`${at}/ack`, { position });
      expect(await ack('1')).toMatchObject({ status: 409, body: { code: 'ack_ahead' } });
      const { events, position } = await next(service, '?limit=5');
      expect(await ack(String(Number(position) + 1))).toMatchObject({
        status: 409,
        body: { code: 'ack_ahead' },
      });
      expect((await ack(position)).status).toBe(200);
      // Reading may go on past events that were not wanted: the answer to a repeated call is the same.
      expect((await next(service, '?limit=2')).events).toHaveLength(2);
      expect((await ack(position)).status).toBe(200);
      expect(await ack(events[2]?.global_position)).toMatchObject({
        status: 409,
        body: { code: 'ack_behind' },
      });
      for (const bad of [undefined, 7, '', '-1', '007', 'x', '9'.repeat(40), null])
        expect([bad, (await ack(bad)).status]).toEqual([bad, 422]);
      expect((await post('/v1/subscriptions/other/ack', { position })).status).toBe(404);
    });
  });

  it('takes a repeated acknowledgement also after nothing that is wanted came behind it', async () => {
    await withService(async (service) => {
      const { post } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      await ask(service, 'PUT', at, { body: { filter: { type: ['attempt-started'] } } });
      const { position } = await next(service);
      await post(`${at}/ack`, { position });
      await tell(service, 3, 12);
      expect((await next(service)).events).toEqual([]);
      expect((await post(`${at}/ack`, { position })).status).toBe(200);
    });
  });

  it('begins where it was asked to, once, and keeps its place when it is asked for again', async () => {
    await withService(async (service) => {
      const { post } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      await tell(service, 3, 6);
      const put = (body?: unknown): Promise<Answer> => ask(service, 'PUT', at, { body });
      expect((await put({ ...delivered, start: 'now' })).status).toBe(201);
      expect((await next(service)).events).toEqual([]);
      await tell(service, 7, 8);
      expect((await put({ ...delivered, start: 'beginning' })).status).toBe(200);
      expect(idsOf(await next(service))).toEqual([7, 8].map((n) => uuid(n, 1)));
      expect((await put({ filter: null })).body).toMatchObject({ filter: {} });
      expect((await ask(service, 'DELETE', at)).status).toBe(204);
      expect((await ask(service, 'DELETE', at)).status).toBe(404);
      for (const path of ['', '/events']) expect((await service.get(`${at}${path}`)).status).toBe(404);
      expect((await put({ start: '3' })).status).toBe(201);
      expect((await next(service, '?limit=1')).position).toBe('4');
      expect(await put({ start: 7 })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/start' }] },
      });
      expect(
        (await ask(service, 'PUT', '/v1/subscriptions/b', { body: { start: '99999' } })).body,
      ).toMatchObject({
        code: 'position_ahead',
      });
    });
  });

  it('is made without a body, and refuses a filter or a name that it cannot read', async () => {
    await withService(async (service) => {
      expect((await ask(service, 'PUT', at)).status).toBe(201);
      expect((await ask(service, 'PUT', '/v1/subscriptions/b', { body: {} })).status).toBe(201);
      for (const [filter, pointer] of [
        [{ type: 7 }, '/filter/type'],
        [{ server: [] }, '/filter/server'],
        [{ session_id: ['x'.repeat(257)] }, '/filter/session_id'],
        [{ task_id: ['a\u0000'] }, '/filter/task_id'],
        ['all', '/filter'],
      ]) {
        const answer = await ask(service, 'PUT', at, { body: { filter } });
        expect([pointer, answer.status]).toEqual([pointer, 422]);
        expect(answer.body).toMatchObject({
          errors: expect.arrayContaining([{ pointer, code: 'malformed' }]),
        });
      }
      for (const name of ['%00', 'a%0Ab', 'x'.repeat(201)])
        expect([name, (await ask(service, 'PUT', `/v1/subscriptions/${name}`)).status]).toEqual([name, 422]);
      const odd = `/v1/subscriptions/${encodeURIComponent('Rechnungen / März 😀')}`;
      expect(await ask(service, 'PUT', odd)).toMatchObject({
        status: 201,
        body: { name: 'Rechnungen / März 😀' },
      });
      expect((await service.get('/v1/subscriptions')).body).toMatchObject({
        subscriptions: [{ name: 'Rechnungen / März 😀' }, { name: 'b' }, { name: 'invoices' }],
      });
    });
  });

  it('waits for an event to come, no longer than it was asked to, and not for the stop of the service', async () => {
    await withService(async (service) => {
      await service.post('/v1/attempts', attemptBody(uuid(1)));
      await ask(service, 'PUT', at, { body: delivered });
      expect((await next(service, '?wait=1')).events).toEqual([]);
      const waiting = next(service, '?wait=30');
      await tell(service, 3, 3);
      expect(idsOf(await waiting)).toEqual([uuid(3, 1)]);
      await service.post(`${at}/ack`, { position: (await next(service)).position });
      const late = next(service, '?wait=30');
      await next(service, '?wait=1');
      await service.service.close();
      expect((await late).events).toEqual([]);
    });
  });

  it('gives consumers that share its name the same events, and the furthest acknowledgement counts', async () => {
    await withService(async (service) => {
      const { post } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      await tell(service, 3, 12);
      await ask(service, 'PUT', at, { body: delivered });
      const [one, two] = await Promise.all([next(service, '?limit=4'), next(service, '?limit=8')]);
      expect(two.events.slice(0, 4)).toEqual(one.events);
      expect((await post(`${at}/ack`, { position: two.position })).status).toBe(200);
      expect((await post(`${at}/ack`, { position: one.position })).body).toMatchObject({
        code: 'ack_behind',
      });
      expect(idsOf(await next(service))).toEqual([11, 12].map((n) => uuid(n, 1)));
    });
  });

  it("is a tenant's own, and tells in the metrics how far the slowest is behind", async () => {
    const key = `wk_${'a'.repeat(40)}`;
    const other = `wk_${'b'.repeat(40)}`;
    await withService(
      async (service) => {
        const admin = { authorization: `Bearer ${key}` };
        const theirs = { authorization: `Bearer ${other}` };
        await service.database.ownerPool.query(
          `insert into api_keys (tenant_id, key_id, name, hash, scopes)
           values ('other', 'k', 'k', sha256(convert_to($1, 'UTF8')), '{reports:read}')`,
          [other],
        );
        await service.post('/v1/attempts', attemptBody(uuid(1)), admin);
        expect((await ask(service, 'PUT', at, { headers: admin })).status).toBe(201);
        expect((await service.get(`${at}/events`, theirs)).status).toBe(404);
        expect((await service.get(at, theirs)).status).toBe(404);
        expect((await service.post(`${at}/ack`, { position: '0' }, theirs)).status).toBe(404);
        expect((await ask(service, 'DELETE', at, { headers: theirs })).status).toBe(404);
        expect((await ask(service, 'PUT', at, { headers: theirs })).status).toBe(201);
        expect((await service.get(`${at}/events`, theirs)).body).toMatchObject({ events: [] });
        expect((await service.get(`${at}/events`, admin)).body).toMatchObject({ events: [{}, {}] });
        expect((await service.get(`${at}/events`)).status).toBe(401);
        const { body } = await service.get('/metrics', admin);
        expect(body).toContain('witness_subscriptions 2\n');
        expect(body).toContain('witness_subscription_lag_events 2\n');
        expect(body).not.toContain('invoices');
      },
      { environment: { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: key } },
    );
  });
});
