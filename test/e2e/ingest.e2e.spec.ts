import { describe, expect, it } from '@jest/globals';
import { type OpenEventLog } from '@mcp-witness/event-log';
import { attemptBody, evidence, resolved, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

interface Stored {
  readonly event_id: string;
  readonly type: string;
  readonly data: unknown;
}

/** As it was recorded; in the table itself it is sealed. */
const storedOf = async ({ get }: TestService, attempt: string): Promise<readonly Stored[]> => {
  const { body } = await get(`/v1/attempts/${attempt}/events?limit=1000`);
  return (body as { readonly events: readonly Stored[] }).events;
};

const ndjson = { 'content-type': 'application/x-ndjson' };

describe('evidence', () => {
  it('is stored once however often and however mixed it is sent', async () => {
    await withService(async (service) => {
      const { post } = service;
      const attempt = uuid(1);
      const e = (n: number, over = {}) => evidence(attempt, n, over);
      await post('/v1/attempts', attemptBody(attempt));
      const first = await post('/v1/evidence', [e(11), e(13), e(17)]);
      const again = await post('/v1/evidence', [e(11), e(13), e(17)]);
      const mixed = await post('/v1/evidence', [e(12), e(17), e(24)]);
      const other = await post('/v1/evidence', [e(17, { witness: 'host' })]);
      expect(first).toMatchObject({ status: 200, body: { accepted: 3, duplicates: 0, rejected: [] } });
      expect(again.body).toEqual({
        accepted: 0,
        duplicates: 3,
        rejected: [],
        position: (first.body as { position: string }).position,
      });
      expect(mixed).toMatchObject({ status: 200, body: { accepted: 2, duplicates: 1, rejected: [] } });
      expect(other).toMatchObject({
        status: 409,
        body: { code: 'conflict', rejected: [{ index: 0, event_id: uuid(17, 1), code: 'conflict' }] },
      });
      const ids = (await storedOf(service, attempt)).map(({ event_id }) => event_id).slice(2);
      expect(ids).toEqual([11, 13, 17, 12, 24].map((n) => uuid(n, 1)));
    });
  });

  it('is stored once when the same post comes many times at the same moment', async () => {
    await withService(async (service) => {
      const { post } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      const batch = Array.from({ length: 200 }, (_, n) => evidence(uuid(1), n + 3));
      const answers = await Promise.all(Array.from({ length: 6 }, () => post('/v1/evidence', batch)));
      const bodies = answers.map(({ body }) => body as { accepted: number; duplicates: number });
      expect(bodies.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(200);
      expect(bodies.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(1000);
      expect(await storedOf(service, uuid(1))).toHaveLength(202);
    });
  });

  it('with an id that another attempt uses too is another event', async () => {
    await withService(async (service) => {
      const { post } = service;
      for (const attempt of [uuid(1), uuid(2)])
        await post('/v1/attempts', attemptBody(attempt, { session_id: attempt }));
      const answer = await post('/v1/evidence', [
        evidence(uuid(1), 7),
        evidence(uuid(2), 7, { witness: 'host' }),
      ]);
      expect(answer.body).toMatchObject({ accepted: 2, rejected: [] });
    });
  });

  it('is judged event by event, and what is good is kept beside what is not', async () => {
    await withService(async ({ post }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      const answer = await post('/v1/evidence', [
        evidence(uuid(1), 3),
        evidence(uuid(9), 3),
        evidence(uuid(1), 4, { type: 'server-danced' }),
        evidence(uuid(1), 5, { occurred_at: '2026-11-30' }),
        7,
        evidence(uuid(1), 6, { data: { server_name: 'hub\u0000', channel: 'acp', transport: 'http' } }),
        evidence(uuid(1), 7, { data: { server_name: '\ud800', channel: 'acp', transport: 'http' } }),
        evidence(uuid(1), 8),
      ]);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        accepted: 2,
        duplicates: 0,
        rejected: [
          { index: 1, event_id: uuid(3, 1), code: 'unknown_attempt', errors: [] },
          { index: 2, event_id: uuid(4, 1), code: 'unknown_type' },
          {
            index: 3,
            event_id: uuid(5, 1),
            code: 'malformed',
            errors: [{ pointer: '/occurred_at', code: 'malformed' }],
          },
          { index: 4, event_id: null, code: 'malformed', errors: [{ pointer: '', code: 'malformed' }] },
          { index: 5, code: 'malformed', errors: [{ pointer: '/data/server_name', code: 'malformed' }] },
          { index: 6, code: 'malformed' },
        ],
      });
    });
  });

  it('comes as NDJSON too, where a line that is cut off is rejected alone', async () => {
    await withService(async ({ post }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      const lines = [
        JSON.stringify(evidence(uuid(1), 3)),
        '',
        '{"event_id":',
        JSON.stringify(evidence(uuid(1), 4)),
      ];
      const answer = await post('/v1/evidence', lines.join('\r\n'), ndjson);
      expect(answer).toMatchObject({
        status: 200,
        body: { accepted: 2, rejected: [{ index: 1, code: 'malformed' }] },
      });
    });
  });

  it('may open an attempt, in whatever order its events come', async () => {
    await withService(async (service) => {
      const { post } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      const { servers, occurred_at, producer, ...data } = attemptBody(uuid(2));
      const started = {
        type: 'attempt-started',
        event_id: uuid(2),
        occurred_at,
        producer,
        witness: 'host',
        data,
      };
      const hub = { type: 'server-resolved', producer: { id: 'relay', sequence: 2 }, witness: 'resolver' };
      const answer = await post('/v1/evidence', [
        evidence(uuid(2), 3),
        evidence(uuid(2), 2, { ...hub, occurred_at, data: (servers as unknown[])[0] }),
        evidence(uuid(2), 1, started),
      ]);
      expect(answer.body).toMatchObject({ accepted: 3, rejected: [] });
      expect((await storedOf(service, uuid(1))).at(-1)?.type).toBe('attempt-superseded');
      const same = await post('/v1/attempts', attemptBody(uuid(2)));
      expect(same).toMatchObject({ status: 200, body: { ordinal: 2, superseded: uuid(1) } });
    });
  });

  it('loses its secrets again on arrival, whatever the sender let through', async () => {
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
    await withService(async (service) => {
      const { post } = service;
      const leaking = [
        resolved('url', { target: `https://user:${secret}@Example.com:443/path?key=${secret}` }),
        resolved('command', { transport: 'stdio', target: `KEY=${secret} npx` }),
      ];
      await post(
        '/v1/attempts',
        attemptBody(uuid(1), { servers: leaking, working_directory: '/home/ann/work' }),
      );
      const failed = { server_name: 'url', reason_code: 'spawn_failed', summary: `Bearer ${secret} refused` };
      const listed = { server_name: 'url', tool_count: 1, pages: 1, complete: true };
      const answer = await post('/v1/evidence', [
        evidence(uuid(1), 4, { type: 'attachment-failed', data: failed }),
        evidence(uuid(1), 5, {
          type: 'tools-listed',
          data: {
            ...listed,
            tools: [{ name: 't', description: `Use ${secret}`, input_schema: { default: secret } }],
          },
        }),
      ]);
      expect(answer.body).toMatchObject({ accepted: 2 });
      const { rows } = await service.database.ownerPool.query<{ body: string }>('select body from catalogs');
      const kept = JSON.stringify([await storedOf(service, uuid(1)), rows]);
      expect(rows).toHaveLength(1);
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain('/home/ann');
      expect(kept).toContain('https://example.com');
      expect(kept).toContain('<invalid command>');
    });
  });

  it('with NUL and halves of characters in texts of others is stored, and whole characters stay', async () => {
    await withService(async (service) => {
      const { post } = service;
      const tools =
        '[{"name":"t","description":"a\\u0000b \\ud83d cut \\ude00 ok \\ud83d\\ude00 literal \\\\u0000","input_schema":{"type":"object","properties":{"k\\u0000ey":{"enum":["\\ud800"]}}}}]';
      await post('/v1/attempts', attemptBody(uuid(1)));
      const data = { server_name: 'hub', tool_count: 1, pages: 1, complete: true, tools: 'TOOLS' };
      const body = JSON.stringify([evidence(uuid(1), 3, { type: 'tools-listed', data })]);
      const answer = await post('/v1/evidence', body.replace('"TOOLS"', tools));
      expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
      const { rows } = await service.database.ownerPool.query<{ body: string }>('select body from catalogs');
      const [tool] = JSON.parse(rows[0]!.body) as {
        description: string;
        input_schema: object;
        text_cleaned: boolean;
      }[];
      expect(tool?.description).toContain('ok 😀 literal \\u0000');
      expect(tool?.description).not.toMatch(/\p{Surrogate}/u);
      expect(tool?.text_cleaned).toBe(true);
      expect(JSON.stringify(tool)).not.toMatch(/\\u0000[^"]|\\ud8/);
      const listed = (await storedOf(service, uuid(1))).find(({ type }) => type === 'tools-listed');
      expect(listed?.data).toMatchObject({
        tool_count: 1,
        catalog_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    });
  });
});

describe('an attempt', () => {
  it('is opened once, answers the same again, and refuses other content', async () => {
    await withService(async ({ post }) => {
      const first = await post('/v1/attempts', attemptBody(uuid(1)));
      const again = await post('/v1/attempts', { ...attemptBody(uuid(1)), unknown_member: 1 });
      const other = await post('/v1/attempts', attemptBody(uuid(1), { servers: ['elsewhere'] }));
      expect(first.status).toBe(201);
      expect(first.body).toMatchObject({ attachment_attempt_id: uuid(1), ordinal: 1, superseded: null });
      expect(again.status).toBe(200);
      expect({ ...(again.body as object), attempt_token: null }).toEqual({
        ...(first.body as object),
        attempt_token: null,
      });
      expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } });
    });
  });

  it('takes the place of the one before, and of several that race one is current', async () => {
    await withService(async (service) => {
      const { post } = service;
      const ids = Array.from({ length: 8 }, (_, n) => uuid(n + 1));
      const answers = await Promise.all(ids.map((id) => post('/v1/attempts', attemptBody(id))));
      const ordinals = answers.map(({ body }) => (body as { ordinal: number }).ordinal);
      expect([...ordinals].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      const told = await Promise.all(
        ids.map(async (id) => (await storedOf(service, id)).map(({ type }) => type)),
      );
      expect(told.filter((types) => !types.includes('attempt-superseded'))).toHaveLength(1);
      expect(told.flat().filter((type) => type === 'attempt-superseded')).toHaveLength(7);
    });
  });

  it('heals its supersession after the service died between two appends, when it is sent again', async () => {
    let appends = 0;
    const failing = new Set([4, 6]);
    const throughLog = (log: OpenEventLog): OpenEventLog => ({
      ...log,
      append: (append) => {
        appends += 1;
        return failing.has(appends)
          ? Promise.reject(new Error('The process died here.'))
          : log.append(append);
      },
    });
    await withService(
      async (service) => {
        const { post } = service;
        await post('/v1/attempts', attemptBody(uuid(1)));
        const answers = [];
        for (let time = 0; time < 4; time += 1)
          answers.push(await post('/v1/attempts', attemptBody(uuid(2))));
        expect(answers.map(({ status }) => status)).toContain(500);
        expect(answers.at(-1)).toMatchObject({ status: 200, body: { ordinal: 2, superseded: uuid(1) } });
        const told = (await storedOf(service, uuid(1))).filter(({ type }) => type === 'attempt-superseded');
        expect(told).toHaveLength(1);
        expect(await storedOf(service, uuid(2))).toHaveLength(2);
      },
      { throughLog },
    );
  });

  it('counts what became of an attempt and its servers as of any other events', async () => {
    await withService(async ({ get, post }) => {
      await post('/v1/attempts', attemptBody(uuid(1)));
      await post('/v1/attempts', attemptBody(uuid(1)));
      await post('/v1/attempts', attemptBody(uuid(1), { servers: ['hub', 'other'] }));
      const { body } = await get('/metrics');
      for (const counted of ['accepted"} 2', 'duplicate"} 2', 'conflict"} 3'])
        expect(body).toContain(`witness_evidence_events_total{outcome="${counted}`);
    });
  });
});
