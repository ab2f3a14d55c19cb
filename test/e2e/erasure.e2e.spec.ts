import { describe, expect, it } from '@jest/globals';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { withLiveSocket } from '../support/live-socket.ts';
import { type Answer, type TestService, withService } from '../support/service.ts';

const secret = 'a-name-that-nobody-else-has';

const story = async ({ post }: TestService, session: string, n: number): Promise<string> => {
  await post('/v1/attempts', attemptBody(uuid(n), { session_id: session, servers: [secret] }));
  const data = { server_name: secret, channel: 'acp', transport: 'http' };
  const { body } = await post('/v1/evidence', [evidence(uuid(n), n * 10, { data })]);
  return (body as { position: string }).position;
};

const erase = async ({ url }: TestService, session: string): Promise<Answer> => {
  const response = await fetch(`${url}/v1/admin/sessions/${session}`, { method: 'DELETE' });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** Text of every column of every table that is not the log's own ciphertext. */
const everything = async ({ database: { ownerPool } }: TestService): Promise<string> => {
  const { rows } = await ownerPool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const texts = await Promise.all(
    rows.map(async ({ name }) => JSON.stringify((await ownerPool.query(`select * from ${name}`)).rows)),
  );
  return texts.join('\n');
};

describe('a session in the database', () => {
  it('is readable in none of the events of the log', () =>
    withService(async (service) => {
      await story(service, 'session-1', 1);
      const { rows } = await service.database.ownerPool.query<{ data: string; meta: string | null }>(
        'select data, meta from es_events',
      );
      expect(rows.length).toBeGreaterThan(2);
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain('session-1');
    }));
});

describe('the erasure of a session', () => {
  it('leaves nothing of it in any table, answers 410 or 404 for it, and touches no other session', () =>
    withService(async (service) => {
      const { get, post } = service;
      await story(service, 'session-1', 1);
      await story(service, 'session-1', 2);
      const position = await story(service, 'session-2', 3);
      await get(`/v1/sessions/session-2/report?min_position=${position}`);
      const erased = await erase(service, 'session-1');
      expect(erased).toMatchObject({ status: 200, body: { reason: 'request' } });
      expect(erased.body).toMatchObject({ completed_at: expect.any(String) });
      expect((await get('/v1/sessions/session-1/report')).status).toBe(404);
      expect(await get(`/v1/attempts/${uuid(1)}`)).toMatchObject({ status: 410, body: { code: 'erased' } });
      expect((await get(`/v1/attempts/${uuid(2)}/events`)).status).toBe(410);
      expect((await get('/v1/sessions/session-1/attempts')).status).toBe(410);
      expect((await get('/v1/sessions/session-1/attempts?after=99')).status).toBe(410);
      expect((await get('/v1/audit/sessions/session-1/report?at_position=999')).status).toBe(410);
      expect((await get('/v1/sessions/session-2/report')).status).toBe(200);
      const left = await everything(service);
      expect(left).not.toContain('"session-1"');
      const totals = await service.database.ownerPool.query(
        'select sum(sessions)::int as sessions from client_totals',
      );
      expect(totals.rows).toEqual([{ sessions: 1 }]);
      const refused = await post('/v1/evidence', [evidence(uuid(1), 99), evidence(uuid(3), 98)]);
      expect(refused.body).toMatchObject({ accepted: 1, rejected: [{ index: 0, code: 'erased' }] });
      const reopened = await post('/v1/attempts', attemptBody(uuid(4), { session_id: 'session-1' }));
      expect(reopened).toMatchObject({ status: 410, body: { code: 'erased' } });
    }));

  it('changes nothing when it is repeated, and is 404 for a session that never was', () =>
    withService(async (service) => {
      await story(service, 'session-1', 1);
      const first = await erase(service, 'session-1');
      const head = (await service.database.ownerPool.query('select position from es_head')).rows;
      expect((await erase(service, 'session-1')).body).toEqual(first.body);
      expect((await service.database.ownerPool.query('select position from es_head')).rows).toEqual(head);
      expect((await erase(service, 'session-9')).status).toBe(404);
    }));

  it('leaves gaps in the feed that no reader is held up by, however small its pages', () =>
    withService(async (service) => {
      for (const n of [1, 2, 3, 4]) await story(service, `session-${n % 2}`, n);
      await erase(service, 'session-1');
      const attempts: string[] = [];
      const places: number[] = [];
      let after: string | null = '0';
      while (after !== null) {
        const page: Answer = await service.get(`/v1/feed?limit=1&after=${after}`);
        const { events, next_after } = page.body as {
          events: { attachment_attempt_id: string }[];
          next_after: string | null;
        };
        attempts.push(...events.map((event) => event.attachment_attempt_id));
        places.push(Number(after));
        after = next_after;
      }
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      expect(attempts.filter((id) => id === uuid(2)).length).toBeGreaterThan(2);
      expect(new Set(attempts)).toEqual(new Set([uuid(2), uuid(4)]));
    }));

  it('lets chains and blocks verify, which say how many events are erased', () =>
    withService(async (service) => {
      await story(service, 'session-1', 1);
      await story(service, 'session-2', 2);
      await erase(service, 'session-1');
      const { body } = await service.get('/v1/audit/verify');
      expect(body).toMatchObject({ ok: true, first_bad: null, erased: 4, next_after: null });
    }));

  it('tells live sockets', () =>
    withService(async (service) => {
      const position = await story(service, 'session-1', 1);
      await service.get(`/v1/sessions/session-1/report?min_position=${position}`);
      await withLiveSocket(service.url, async (live) => {
        live.subscribe('session-1');
        await live.next('session.caught_up');
        await erase(service, 'session-1');
        const { data } = await live.next('error');
        expect(data).toEqual({ code: 'erased', session_id: 'session-1' });
      });
    }));

  it('is in the access log without the id of the session', () =>
    withService(async (service) => {
      await story(service, 'session-1', 1);
      await erase(service, 'session-1');
      await (await fetch(`${service.url}/v1/audit/export`)).text();
      const { body } = await service.get('/v1/admin/access-log?limit=1');
      const { entries, next_before } = body as { entries: object[]; next_before: string };
      expect(entries).toMatchObject([{ action: 'audit.export', object: null }]);
      const older = await service.get(`/v1/admin/access-log?before=${next_before}`);
      expect(older.body).toMatchObject({ entries: [{ action: 'session.erase' }], next_before: null });
      expect(JSON.stringify(older.body)).not.toContain('session-1"');
    }));
});
